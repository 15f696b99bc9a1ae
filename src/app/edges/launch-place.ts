import { APP_START } from '#contract/brand.ts';

/**
 * Where a launch of the app leads in the window that is open: an address of our own table, as a click on a notification. Undefined
 * where the icon was pressed, which only wants the window, and for what is no page.
 */
export function placeOfLaunch(target: unknown, origin: string, isPage: (path: string) => boolean): string | undefined {
  const url = typeof target === 'string' ? URL.parse(target) : null;
  if (!url || url.origin !== origin || !isPage(url.pathname)) return undefined;
  const place = url.pathname + url.search;
  return place === APP_START ? undefined : place + url.hash;
}
