import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { proxyRefusal, type ReportProxyFault } from './proxy-faults.ts';

/**
 * Whether the Host header, with or without a port, is a known host, `localhost` or a name below it, or an IP address; requests with any
 * other are refused. Otherwise a page under a foreign name that resolves to this server (DNS rebinding) would count as the same origin. An
 * IP address cannot be made to resolve elsewhere, and localhost never leaves the machine.
 */
export function isKnownHost(host: string | undefined, known: readonly string[]): boolean {
  const name = nameOf(host ?? '');
  if (name === undefined) return false;
  return name === 'localhost' || name.endsWith('.localhost') || isAddress(name) || known.includes(name);
}

/**
 * Whether a request names only one host (RFC 9112, section 3.2); others are refused. Node.js uses the first of several Host headers and
 * ignores an absolute-form target, whereas a proxy in front may use another one.
 */
export function namesOneHost({
  url = '',
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders'>) {
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (names.length > 1) return false;
  return url.startsWith('/') || url === '*' || (URL.canParse(url) && new URL(url).host === headers.host?.toLowerCase());
}

/**
 * Rejects requests to unknown hosts with 421 Misdirected Request (RFC 9110), on every route of the public or operator's port, before
 * anything else.
 */
export function refuseUnknownHosts(app: FastifyInstance, known: readonly string[], report: ReportProxyFault): void {
  app.addHook('onRequest', async ({ host, raw }) => {
    if (isKnownHost(host, known) && namesOneHost(raw)) return;
    report('host', host);
    throw proxyRefusal('host');
  });
}

/** Returns the lower-case host name without port and final dot; undefined for an invalid Host. */
function nameOf(host: string): string | undefined {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+?)\.?(?::\d{1,5})?$/.exec(host.toLowerCase());
  return found?.[1];
}

const isAddress = (name: string) => isIP(name.replace(/^\[|\]$/g, '')) !== 0;
