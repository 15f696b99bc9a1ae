/** Limits of XML stanzas, the same for client and server. */

/**
 * Maximum size of a stanza that a client sends, in UTF-8: the edge ends the stream with `policy-violation` for a larger one. A client
 * drops a received stanza whose text and attribute values have more characters than this (`isBounded`).
 */
export const XML_MAX_BYTES = 65_536;
/** Maximum nesting depth of a stanza's elements, the stanza included. */
export const XML_MAX_DEPTH = 16;
/** Maximum number of elements in a stanza, the stanza included. */
export const XML_MAX_NODES = 256;
