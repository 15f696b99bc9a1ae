import { createContext, useCallback, useContext } from 'react';
import { matchRoute, useLocation, useRouter } from 'wouter';
import type { RouteRow } from './route-row.ts';

/** The route table, provided to features by context: the table imports the pages, and pages import features. */
export const RouteTable = createContext<readonly RouteRow[]>([]);

/** Returns a function that finds the route of a path; undefined for a path that is not a page of the app. */
export function useRouteOf(): (path: string) => RouteRow | undefined {
  const routes = useContext(RouteTable);
  const { parser } = useRouter();
  return useCallback((path) => routes.find((route) => matchRoute(parser, route.path, path)[0]), [routes, parser]);
}

/** Returns the route of the path that this layer shows; undefined for an unknown URL. */
export function useMatchedRoute(): RouteRow | undefined {
  const [path] = useLocation();
  return useRouteOf()(path);
}

/** Returns a function that prefetches the pages of a call, for places where a press starts one. */
export function usePrepareCallPages(): () => void {
  const routes = useContext(RouteTable);
  return useCallback(() => {
    for (const { isCall, page } of routes) if (isCall) page.prepare();
  }, [routes]);
}
