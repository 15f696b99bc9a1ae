/** Limits of the services. The unit is part of the name where there is one. */

/** Maximum number of stanzas that are buffered while the component has no stream to the XMPP server. */
export const COMPONENT_KEPT_MAX = 5_000;
/** Maximum total length of the buffered stanzas, in characters. */
export const COMPONENT_KEPT_MAX_CHARS = 8_388_608;
/** Age after which a buffered stanza is dropped. */
export const COMPONENT_KEPT_MS = 60_000;
