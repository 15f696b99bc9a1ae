import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { guardSockets, SOCKET_RULES, type SocketRules } from './sockets.ts';

/** Longer than any proxy keeps its own connections, so that we never close one that it is about to use. */
const PROXY_IDLE_MS = 75_000;
/** Node closes a connection a second after the time that it announces, and so before we would. */
export const KEEP_ALIVE_SPARE_MS = 2_000;

/** Behind a proxy all sockets are its own: it knows the addresses, and slow clients never reach us. */
export function socketRulesFor({ trustProxy, rateLimits }: Pick<Config, 'trustProxy' | 'rateLimits'>): SocketRules {
  const isProxied = trustProxy.length > 0;
  return {
    ...SOCKET_RULES,
    ...(isProxied ? { idleMs: PROXY_IDLE_MS } : {}),
    ...(isProxied || !rateLimits ? { perAddress: Number.POSITIVE_INFINITY } : {}),
  };
}

/** Guards the sockets of the public port. */
export function guardSocketsOf(app: FastifyInstance, rules: SocketRules): void {
  const sockets = guardSockets(app.server, rules, { now: () => performance.now() });
  app.addHook('onRequest', async (request) => sockets.carries(request.raw.socket, () => request.uid));
  app.addHook('onClose', async () => sockets.close());
  // While it listens, a connection that cannot be accepted does not end the process.
  app.server.on('error', (error) => app.log.warn({ err: error }, 'the public port'));
}
