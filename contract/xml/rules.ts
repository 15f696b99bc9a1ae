/** Limits and times of XML input, the same for client and server; names include the unit. */

/** Maximum size of a stanza; the edge and the services refuse larger ones. */
export const XML_MAX_BYTES = 65_536;
/** Maximum nesting depth of a stanza's elements, the stanza included. */
export const XML_MAX_DEPTH = 16;
/** Maximum number of elements in a stanza, the stanza included. */
export const XML_MAX_NODES = 256;
