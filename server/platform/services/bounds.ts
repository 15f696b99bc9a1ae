/** Limits of the services. The unit is part of the name where there is one. */

/** Maximum number of stanzas that a process buffers while its component has no stream to the XMPP server. */
export const COMPONENT_KEPT_MAX = 5_000;
/** Maximum total length, in characters, of the stanzas that a process buffers while its component has no stream. */
export const COMPONENT_KEPT_MAX_CHARS = 8_388_608;
/** Age after which a stanza that waits for the component's next stream is dropped. */
export const COMPONENT_KEPT_MS = 60_000;

/** How long a readiness check waits for its own message from the XMPP server; shorter than the timeout of a check. */
export const DELIVERY_ANSWER_MS = 700;
/**
 * Time after which the process is not ready if no message of the readiness check has come back; longer than a restart of its connection
 * takes.
 */
export const DELIVERY_PATIENCE_MS = 3_000;
