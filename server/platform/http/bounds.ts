/** Limits of HTTP. The unit is part of the name where there is one. */

/** How long an HTTP socket may wait for a complete request, or the body of an unknown caller make no progress, before it is closed. */
export const SOCKET_IDLE_MS = 8_000;
/** Maximum number of HTTP sockets of one client address without a signed-in account, per process. */
export const SOCKETS_PER_ADDRESS = 512;
/** Maximum number of HTTP sockets without a signed-in account, per process. */
export const SOCKETS_IN_ALL = 8_192;

/** How long running requests may continue when the process shuts down, before they are aborted. */
export const REQUESTS_END_MS = 30_000;
