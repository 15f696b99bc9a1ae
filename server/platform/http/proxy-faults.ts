import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Logger } from '../log/logger.ts';
import { RequestRefused } from './replies.ts';

/** The path of the edge's websocket (RFC 7395). */
export const EDGE_PATH = '/xmpp-websocket';
/** Paths of the app below another path: a proxy publishes the app under a prefix and does not remove it. */
const BELOW_PREFIX = /^(\/.{1,200}?)\/(?:api|upload|media|webhook|xmpp-websocket|assets|healthz|readyz)(?:[/?]|$)/;
const SHOWN_CHARS = 100;

/** Faults of a proxy in front of this server that its requests reveal. */
export type ProxyFault = 'host' | 'upgrade' | 'prefix';

const FAULTS: Readonly<Record<ProxyFault, { readonly status: number; readonly msg: string; readonly event: string }>> =
  {
    host: {
      status: 421,
      msg: 'no such host here: ALLOWED_HOSTS of the server lists its host names',
      event: 'refused an unknown host name; if a proxy sends it, add it to ALLOWED_HOSTS or let the proxy keep Host',
    },
    upgrade: {
      status: 426,
      msg: 'this address takes websockets only: a proxy must forward the headers Upgrade and Connection',
      event: 'a stream was requested without Upgrade; a proxy must forward the headers Upgrade and Connection',
    },
    prefix: {
      status: 404,
      msg: 'not found: the app must be at the root of its host, without a path before it',
      event: 'a request has a path before the paths of the app; the proxy must serve the app at the root of a host',
    },
  };

/** Logs a fault with the value that came, such as the host name. */
export type ReportProxyFault = (fault: ProxyFault, came: string) => void;

/** Creates the report of proxy faults for one process: one line for each fault in a minute, because clients can cause them too. */
export function createProxyReport(log: Logger, clock: { now(): number }): ReportProxyFault {
  const loggedAt = new Map<ProxyFault, number>();
  return (fault, came) => {
    const now = clock.now();
    if (now - (loggedAt.get(fault) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
    loggedAt.set(fault, now);
    log.warn({ came: came.slice(0, SHOWN_CHARS) }, FAULTS[fault].event);
  };
}

/** The refusal of a request that has a fault of a proxy. */
export const proxyRefusal = (fault: ProxyFault): RequestRefused => {
  const { status, msg } = FAULTS[fault];
  return new RequestRefused({ status, msg });
};

/** Returns the path before a path of the app in a URL; undefined if there is none. */
export const findPrefix = (url: string): string | undefined => BELOW_PREFIX.exec(url)?.[1];

/**
 * Answers with the fault of the proxy that causes them: requests for a stream without an upgrade, and requests below a prefix that match
 * no route and are not for a page.
 */
export function answerProxyFaults(app: FastifyInstance, report: ReportProxyFault): void {
  app.get(EDGE_PATH, async (_request, reply) => {
    report('upgrade', EDGE_PATH);
    reply.header('upgrade', 'websocket');
    throw proxyRefusal('upgrade');
  });
  app.addHook('onRequest', async ({ url, is404, headers }) => {
    const isPage = headers.accept?.includes('text/html') === true;
    const prefix = is404 && !isPage ? findPrefix(url) : undefined;
    if (prefix === undefined) return;
    report('prefix', prefix);
    throw proxyRefusal('prefix');
  });
}
