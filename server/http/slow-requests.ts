import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route whose body may take as long to arrive as the server allows any. */
    mayArriveSlowly?: boolean;
  }
}

/** Open websockets are no requests any more. */
const REQUEST_TIMEOUT_MS = 30_000;

/** What is nobody's upload is useless; the first fields of one say whose it is. */
const STRANGER_TIMEOUT_MS = 10_000;
const TIMES = { requestMs: REQUEST_TIMEOUT_MS, strangerMs: STRANGER_TIMEOUT_MS };

/**
 * A request that takes longer to arrive is cut off, but for the uploads of people who are signed in. Node itself has one
 * limit for all routes. What stands still in between is cut off by `sockets.ts`.
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
