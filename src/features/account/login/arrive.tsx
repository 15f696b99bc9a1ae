import { type ReactNode, useEffect } from 'react';
import { Redirect, useSearch } from 'wouter';
import { useSession } from '../../../data/session.tsx';
import { isPayment } from '../../../paths.ts';
import { useRouteOf } from '../../../routing/route-table.ts';
import { safeNext } from '../../../routing/safe-path.ts';

/** Wrapper of the login pages: shows them to visitors, and redirects signed-in users to the page that they requested (`next`). */
export const Arrive = ({ children }: { readonly children: ReactNode }) => {
  const session = useSession();
  const routeOf = useRouteOf();
  const isPage = (path: string) => routeOf(path) !== undefined;
  const next = safeNext(new URLSearchParams(useSearch()).get('next'), location.origin, isPage);
  const isIn = session?.status === 'active';
  // Payment pages have HTTP headers of their own, so they need a full page load.
  const leadsToPayment = isPayment(next.split(/[?#]/, 1)[0] ?? '');
  useEffect(() => {
    if (isIn && leadsToPayment) location.replace(next);
  }, [isIn, leadsToPayment, next]);
  if (session === undefined || (isIn && leadsToPayment)) return null;
  return isIn ? <Redirect to={next} replace /> : children;
};
