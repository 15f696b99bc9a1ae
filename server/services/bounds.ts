/** Limits of the services. The unit is part of the name where there is one. */

/** Limits of the stanzas that are buffered while the component has no stream to the XMPP server. */
export const COMPONENT_KEPT_MAX = 5_000;
export const COMPONENT_KEPT_MAX_CHARS = 8_388_608;
export const COMPONENT_KEPT_MS = 60_000;
