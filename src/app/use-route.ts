import { matchRoute, type RouterObject, useLocation, useRouter } from 'wouter';
import type { RouteRow } from '../routing/route-row.ts';
import { ROUTES } from './routes.ts';

/** The row of the table that belongs to an address, if any. */
export const routeOf = (parser: RouterObject['parser'], path: string): RouteRow | undefined =>
  ROUTES.find((route) => matchRoute(parser, route.path, path)[0]);

/** The row for the place of this layer. */
export function useMatchedRoute(): RouteRow | undefined {
  const [path] = useLocation();
  const { parser } = useRouter();
  return routeOf(parser, path);
}
