/** Limits of the services, each with its unit in its name. */

/** Limits of the stanzas that a service keeps while it has no stream to the XMPP server. */
export const COMPONENT_KEPT_MAX = 5_000;
export const COMPONENT_KEPT_MAX_CHARS = 8_388_608;
export const COMPONENT_KEPT_MS = 60_000;
