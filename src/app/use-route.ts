import { matchRoute, useLocation, useRouter } from 'wouter';
import { ROUTES, type RouteRow } from './routes.ts';

/** The row of the table that belongs to the address, if any. */
export function useMatchedRoute(): RouteRow | undefined {
  const [path] = useLocation();
  const { parser } = useRouter();
  return ROUTES.find((route) => matchRoute(parser, route.path, path)[0]);
}
