import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route whose body may take as long to arrive as the server allows any. */
    mayArriveSlowly?: boolean;
  }
}

/** Open websockets are no requests any more. */
const REQUEST_TIMEOUT_MS = 30_000;

/** A request that takes longer to arrive is cut off, but for uploads. Node itself has one limit for all routes. */
export function endSlowRequests(app: FastifyInstance, afterMs = REQUEST_TIMEOUT_MS): void {
  app.addHook('onRequest', async ({ raw, routeOptions: { config } }) => {
    if (config.mayArriveSlowly === true || raw.complete) return;
    const timer = setTimeout(() => raw.complete || raw.destroy(), afterMs);
    raw.once('close', () => clearTimeout(timer));
  });
}
