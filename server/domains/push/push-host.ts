import { PUSH_ENDPOINT_MAX_CHARS } from '../../../contract/push/rules.ts';

const HOSTS = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];
const BELOW = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];
/** ASCII labels only: no internationalized name, trailing dot, IP address or brackets. */
const NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]+$/;

/**
 * Parses the endpoint of a push subscription, when it is stored and before each push. The server sends requests to it, so it must belong
 * to a push service that browsers use, or to one of the configured `origins`, in canonical form. Undefined for any other.
 */
export function readEndpoint(endpoint: string, origins: readonly string[]): URL | undefined {
  if (endpoint.length > PUSH_ENDPOINT_MAX_CHARS) return undefined;
  const url = URL.parse(endpoint);
  if (url?.href !== endpoint || url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  if (origins.includes(url.origin)) return url;
  return url.protocol === 'https:' && url.port === '' && isPushHost(url.hostname) ? url : undefined;
}

const isPushHost = (name: string) =>
  NAME.test(name) && (HOSTS.includes(name) || BELOW.some((end) => name.endsWith(end)));

/** Whether the endpoint belongs to Apple's push service, which gets declarative pushes. */
export const isOfApple = ({ hostname }: URL): boolean => hostname.endsWith('.push.apple.com');
