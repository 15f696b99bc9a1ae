import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { guardSockets, SOCKET_RULES, type SocketRules } from './sockets.ts';

/** Idle limit of sockets behind a proxy: longer than proxies keep idle ones, so that none is closed that a proxy is about to use. */
const PROXY_IDLE_MS = 75_000;
/**
 * By how much the announced keep-alive time is shorter than the idle limit. Node.js closes a connection a second after the time that it
 * announces; so it closes it earlier than `sockets.ts` would.
 */
export const KEEP_ALIVE_SPARE_MS = 2_000;

/**
 * Returns the limits of HTTP sockets for this configuration. Behind a proxy all sockets belong to the proxy, which handles slow clients
 * and knows the addresses, so they are not limited per address; nor are they with RATE_LIMITS off.
 */
export function socketRulesFor({ trustProxy, rateLimits }: Pick<Config, 'trustProxy' | 'rateLimits'>): SocketRules {
  const isProxied = trustProxy.length > 0;
  return {
    ...SOCKET_RULES,
    ...(isProxied ? { idleMs: PROXY_IDLE_MS } : {}),
    ...(isProxied || !rateLimits ? { perAddress: Number.POSITIVE_INFINITY } : {}),
  };
}

/** Applies the limits to the sockets of the public port or the operator's port. */
export function limitTcpConnections(app: FastifyInstance, rules: SocketRules): void {
  const sockets = guardSockets(app.server, rules, { now: () => performance.now() });
  app.addHook('onRequest', async (request) => sockets.carries(request.raw.socket, () => request.uid));
  app.addHook('onClose', async () => sockets.close());
  // A connection that cannot be accepted must not end the process. Fastify also handles errors of listening itself.
  app.server.on('error', (error) => app.log.warn({ err: error }, 'failed to accept a connection'));
}
