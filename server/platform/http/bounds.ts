/** Limits of HTTP. The unit is part of the name where there is one. */

/** How long a socket may exist without a complete request. */
export const SOCKET_IDLE_MS = 8_000;
/** Maximum number of sockets from one address without a signed-in account. */
export const SOCKETS_PER_ADDRESS = 512;
/** Maximum number of sockets without a signed-in account. */
export const SOCKETS_IN_ALL = 8_192;

/** How long requests may continue when the process shuts down, before they are aborted. */
export const REQUESTS_END_MS = 30_000;
