/** Limits of the services. The unit is part of the name where there is one. */

/** Maximum number of stanzas that a process buffers while its component has no stream to the XMPP server. */
export const COMPONENT_KEPT_MAX = 5_000;
/** Maximum total length, in characters, of the stanzas that a process buffers while its component has no stream. */
export const COMPONENT_KEPT_MAX_CHARS = 8_388_608;
/** Age after which a stanza that waits for the component's next stream is dropped. */
export const COMPONENT_KEPT_MS = 60_000;
