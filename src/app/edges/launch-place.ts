import { APP_START } from '#contract/brand.ts';

/**
 * Path in the open window that a launch of the installed app leads to: the target if it is a page of the app. Undefined for the start
 * URL, where the window only comes to the front, and for any other target.
 */
export function placeOfLaunch(target: unknown, origin: string, isPage: (path: string) => boolean): string | undefined {
  const url = typeof target === 'string' ? URL.parse(target) : null;
  if (!url || url.origin !== origin || !isPage(url.pathname)) return undefined;
  const place = url.pathname + url.search;
  return place === APP_START ? undefined : place + url.hash;
}
