import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route's body may arrive slowly, as uploads do, if the account is signed in. */
    mayArriveSlowly?: boolean;
  }
}

/** Time limit for a request to arrive, except on routes whose body may arrive slowly. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Time within which an upload must have arrived, or have sent the token of an account, which its first fields contain. */
const STRANGER_TIMEOUT_MS = 10_000;
const TIMES = { requestMs: REQUEST_TIMEOUT_MS, strangerMs: STRANGER_TIMEOUT_MS };

/**
 * Aborts requests that take too long to arrive (30 s; uploads without an account 10 s), except uploads of signed-in accounts. The
 * `requestTimeout` of Node.js is one limit for all routes, so it is set for uploads. `sockets.ts` closes connections without progress.
 */
export function endSlowRequests(app: FastifyInstance, given: Partial<typeof TIMES> = {}): void {
  const { requestMs, strangerMs } = { ...TIMES, ...given };
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    if (raw.complete) return;
    const isSlow = request.routeOptions.config.mayArriveSlowly === true;
    const cut = () => {
      if (!raw.complete && !(isSlow && request.uid > 0)) raw.destroy();
    };
    const timer = setTimeout(cut, isSlow ? strangerMs : requestMs);
    raw.once('close', () => clearTimeout(timer));
  });
}
