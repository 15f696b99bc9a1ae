import { HOME, LANDING, LOGIN, PASSWORD_LOGIN } from '../paths.ts';

/** Paths that are no target after a login. */
const BEFORE_THE_LOGIN = new Set([LOGIN, PASSWORD_LOGIN, LANDING]);

/**
 * Where to go after a login. Only a path of our own passes: a link from outside must not lead out again through `next`
 * (open redirect), nor back to the login itself. `isPage` says whether the route table has it.
 */
export function safeNext(next: string | null, origin: string, isPage: (path: string) => boolean): string {
  if (!next?.startsWith('/') || next.startsWith('//') || /[\\\p{Cc}]/u.test(next)) return HOME;
  const url = URL.parse(next, origin);
  if (!url || url.origin !== origin || BEFORE_THE_LOGIN.has(url.pathname) || !isPage(url.pathname)) return HOME;
  return url.pathname + url.search + url.hash;
}

/** The login's address that leads back here. */
export function loginPath(wanted: string): string {
  return wanted === HOME || wanted === '/' ? LOGIN : `${LOGIN}?next=${encodeURIComponent(wanted)}`;
}
