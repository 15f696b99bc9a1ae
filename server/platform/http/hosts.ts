import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { RequestRefused } from './replies.ts';

/**
 * Whether a request may name this host (its `Host` header, with or without a port). Otherwise a page under a foreign name
 * that resolves to us (DNS rebinding) would have 'our' origin. An address cannot be made to lead elsewhere, and
 * localhost never leaves the machine.
 */
export function isKnownHost(host: string | undefined, known: readonly string[]): boolean {
  const name = nameOf(host ?? '');
  if (name === undefined) return false;
  return name === 'localhost' || name.endsWith('.localhost') || isAddress(name) || known.includes(name);
}

/**
 * Whether a request names one host only (RFC 9112, section 3.2): Node takes the first of several `Host` headers and
 * ignores a
 * whole URL as the target, while a proxy before us may use another one.
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

/** RFC 9110, 421 Misdirected Request. Checked first, on every route. */
export function refuseUnknownHosts(app: FastifyInstance, known: readonly string[]): void {
  app.addHook('onRequest', async ({ host, raw }) => {
    if (!isKnownHost(host, known) || !namesOneHost(raw)) {
      throw new RequestRefused({ status: 421, msg: 'no such host here' });
    }
  });
}

/** Lower-case name without port and final dot; undefined for an invalid host. */
function nameOf(host: string): string | undefined {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+?)\.?(?::\d{1,5})?$/.exec(host.toLowerCase());
  return found?.[1];
}

const isAddress = (name: string) => isIP(name.replace(/^\[|\]$/g, '')) !== 0;
