/** Limits of HTTP. The unit is part of the name where there is one. */

/** Limits of sockets without a signed-in account: the time without a complete request, and their number per address and in total. */
export const SOCKET_IDLE_MS = 8_000;
export const SOCKETS_PER_ADDRESS = 512;
export const SOCKETS_IN_ALL = 8_192;

/** How long requests may continue when the process shuts down, before they are aborted. */
export const REQUESTS_END_MS = 30_000;
