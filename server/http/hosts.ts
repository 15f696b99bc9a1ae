import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { RequestRefused } from './replies.ts';

/**
 * Whether a request may name this host (its `Host` header, with or without a port). A page of a stranger's name that was made
 * to lead to us (DNS rebinding) would be of 'our' origin otherwise. An address cannot be made to lead elsewhere, and what is
 * called localhost never leaves the machine.
 */
export function isKnownHost(host: string | undefined, known: readonly string[]): boolean {
  const name = nameOf(host ?? '');
  if (name === undefined) return false;
  return name === 'localhost' || name.endsWith('.localhost') || isAddress(name) || known.includes(name);
}

/**
 * Whether a request names one host only (RFC 9112, section 3.2): Node takes the first of several `Host` headers and leaves a
 * whole URL as the target unread, where whatever stands before us may go by another.
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

/** RFC 9110, 421 Misdirected Request. Before everything else, on every route. */
export function refuseUnknownHosts(app: FastifyInstance, known: readonly string[]): void {
  app.addHook('onRequest', async ({ host, raw }) => {
    if (!isKnownHost(host, known) || !namesOneHost(raw)) {
      throw new RequestRefused({ status: 421, msg: 'no such host here' });
    }
  });
}

/** In small letters, without port and final dot; undefined for what is no host. */
function nameOf(host: string): string | undefined {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+?)\.?(?::\d{1,5})?$/.exec(host.toLowerCase());
  return found?.[1];
}

const isAddress = (name: string) => isIP(name.replace(/^\[|\]$/g, '')) !== 0;
