/** Business numbers of this domain, each with its unit in its name. */

export const XML_MAX_BYTES = 65_536;
export const XML_MAX_DEPTH = 16;
export const XML_MAX_NODES = 256;
