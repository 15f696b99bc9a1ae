import type { ReactNode } from 'react';
import { Redirect, useSearch } from 'wouter';
import { useSession } from '../../../data/session.tsx';
import { useRouteOf } from '../../../routing/route-table.ts';
import { safeNext } from '../../../routing/safe-path.ts';

/** Shows the login to people without a session; redirects the others to the page they asked for. */
export const Arrive = ({ children }: { readonly children: ReactNode }) => {
  const session = useSession();
  const routeOf = useRouteOf();
  const isPage = (path: string) => routeOf(path) !== undefined;
  const next = safeNext(new URLSearchParams(useSearch()).get('next'), location.origin, isPage);
  if (session === undefined) return null;
  return session?.status === 'active' ? <Redirect to={next} replace /> : children;
};
