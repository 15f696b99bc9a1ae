/** Constants of this domain; names include the unit. */

export const XML_MAX_BYTES = 65_536;
export const XML_MAX_DEPTH = 16;
export const XML_MAX_NODES = 256;
