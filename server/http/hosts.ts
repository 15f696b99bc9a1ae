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

/** RFC 9110, 421 Misdirected Request. Before everything else, on every route. */
export function refuseUnknownHosts(app: FastifyInstance, known: readonly string[]): void {
  app.addHook('onRequest', async ({ host }) => {
    if (!isKnownHost(host, known)) throw new RequestRefused({ status: 421, msg: 'no such host here' });
  });
}

/** In small letters, without port and final dot; undefined for what is no host. */
function nameOf(host: string): string | undefined {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+?)\.?(?::\d{1,5})?$/.exec(host.toLowerCase());
  return found?.[1];
}

const isAddress = (name: string) => isIP(name.replace(/^\[|\]$/g, '')) !== 0;
