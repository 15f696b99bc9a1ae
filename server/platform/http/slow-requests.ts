import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Route whose body may take as long to arrive as the server allows any. */
    mayArriveSlowly?: boolean;
  }
}

/** Open websockets are no longer requests. */
const REQUEST_TIMEOUT_MS = 30_000;

/** An upload without an account is useless; the first fields of an upload name its account. */
const STRANGER_TIMEOUT_MS = 10_000;
const TIMES = { requestMs: REQUEST_TIMEOUT_MS, strangerMs: STRANGER_TIMEOUT_MS };

/**
 * Cuts off a request that takes longer to arrive, except for uploads of signed-in accounts. Node itself has one
 * limit for all routes. `sockets.ts` cuts off connections without progress.
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
