/** Bounds of what this room bears, each with its unit in its name. */

/** A socket on which nobody has signed in: how long it may stand without a whole request, and how many there may be. */
export const SOCKET_IDLE_MS = 8_000;
export const SOCKETS_PER_ADDRESS = 512;
export const SOCKETS_IN_ALL = 8_192;
