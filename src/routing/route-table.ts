import { createContext, useCallback, useContext } from 'react';
import { matchRoute, useLocation, useRouter } from 'wouter';
import type { RouteRow } from './route-row.ts';

/** The app's table of routes, for features: the table imports the pages, and pages import features. */
export const RouteTable = createContext<readonly RouteRow[]>([]);

/** Finds the row of the table that belongs to an address, if any. */
export function useRouteOf(): (path: string) => RouteRow | undefined {
  const routes = useContext(RouteTable);
  const { parser } = useRouter();
  return useCallback((path) => routes.find((route) => matchRoute(parser, route.path, path)[0]), [routes, parser]);
}

/** The row for the place of this layer. */
export function useMatchedRoute(): RouteRow | undefined {
  const [path] = useLocation();
  return useRouteOf()(path);
}

/** Fetches the pages of a call where one is a press away: from the press on, each file would be waited for. */
export function usePrepareCallPages(): () => void {
  const routes = useContext(RouteTable);
  return useCallback(() => {
    for (const { isCall, page } of routes) if (isCall) page.prepare();
  }, [routes]);
}
