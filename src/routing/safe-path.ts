import { LANDING, LOGIN, PASSWORD_LOGIN } from '#contract/paths.ts';
import { HOME } from '../paths.ts';

/** Paths that are not valid targets after a login. */
const BEFORE_THE_LOGIN = new Set([LOGIN, PASSWORD_LOGIN, LANDING]);

/**
 * Returns the path to go to after a login, or by a link of a message to this app: `next` if it is a page of this app, else `HOME`. A link
 * must lead neither to another site (open redirect) nor back to the login. `isPage`: whether the route table has the path.
 */
export function safeNext(next: string | null, origin: string, isPage: (path: string) => boolean): string {
  if (!next?.startsWith('/') || next.startsWith('//') || /[\\\p{Cc}]/u.test(next)) return HOME;
  const url = URL.parse(next, origin);
  if (!url || url.origin !== origin || BEFORE_THE_LOGIN.has(url.pathname) || !isPage(url.pathname)) return HOME;
  return url.pathname + url.search + url.hash;
}

/** Returns the path of the login that leads back to `wanted` after signing in; without a target if that is the start page. */
export function loginPath(wanted: string): string {
  return wanted === HOME || wanted === '/' ? LOGIN : `${LOGIN}?next=${encodeURIComponent(wanted)}`;
}
