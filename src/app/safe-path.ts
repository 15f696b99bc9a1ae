import { HOME, LOGIN } from './paths.ts';

/**
 * Where to go after a login. Only a path of our own passes: a link from outside must not lead out again through `next`
 * (open redirect), nor back to the login itself.
 */
export function safeNext(next: string | null, origin: string): string {
  if (!next?.startsWith('/') || next.startsWith('//') || /[\\\p{Cc}]/u.test(next)) return HOME;
  const url = URL.parse(next, origin);
  if (!url || url.origin !== origin) return HOME;
  const isPage = url.pathname === HOME || url.pathname.startsWith(`${HOME}/`) || url.pathname === '/settings';
  return isPage ? url.pathname + url.search + url.hash : HOME;
}

/** The login's address that leads back here. */
export function loginPath(wanted: string): string {
  return wanted === HOME || wanted === '/' ? LOGIN : `${LOGIN}?next=${encodeURIComponent(wanted)}`;
}
