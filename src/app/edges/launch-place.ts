import { APP_START } from '#contract/brand.ts';

/**
 * Returns the path to open for a launch of the installed app in an open window; undefined when the window only comes to the
 * front: for the start URL, and for any target that is not a page of the app.
 */
export function placeOfLaunch(target: unknown, origin: string, isPage: (path: string) => boolean): string | undefined {
  const url = typeof target === 'string' ? URL.parse(target) : null;
  if (!url || url.origin !== origin || !isPage(url.pathname)) return undefined;
  const place = url.pathname + url.search;
  return place === APP_START ? undefined : place + url.hash;
}
