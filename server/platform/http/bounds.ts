/** Limits of the HTTP side, each with its unit in its name. */

/** Sockets without a login: how long they may exist without a whole request, and how many there may be. */
export const SOCKET_IDLE_MS = 8_000;
export const SOCKETS_PER_ADDRESS = 512;
export const SOCKETS_IN_ALL = 8_192;

/** Uploads and other requests that are under way when the process is asked to end may last so long; then they are cut. */
export const REQUESTS_END_MS = 30_000;
