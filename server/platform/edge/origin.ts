import type { IncomingMessage } from 'node:http';
import { isKnownHost, namesOneHost } from '../http/hosts.ts';

/**
 * Whether a page may open the socket: one of our own origin or of the list, at a name that is ours. A browser always sends an Origin (RFC 6455,
 * section 10.2), so a request without one is not from a page; it is allowed only when the operator configures it.
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
