import type { IncomingMessage } from 'node:http';
import { isKnownHost, namesOneHost } from '../http/hosts.ts';

/**
 * Whether a request may open the edge's websocket: the Host is known, and the Origin is this host or in the list. A browser always sends
 * an Origin (RFC 6455, section 10.2), so a request without one does not come from a page; it is accepted only with `allowMissing`.
 */
export function isOriginAllowed(
  request: IncomingMessage,
  allowed: readonly string[],
  allowMissing: boolean,
  allowedHosts: readonly string[],
): boolean {
  const { origin, host } = request.headers;
  if (!isKnownHost(host, allowedHosts) || !namesOneHost(request)) return false;
  if (origin === undefined) return allowMissing;
  if (allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
