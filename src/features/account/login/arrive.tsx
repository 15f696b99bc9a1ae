import { type ReactNode, useEffect } from 'react';
import { Redirect, useSearch } from 'wouter';
import { useSession } from '../../../data/session.tsx';
import { isPayment } from '../../../paths.ts';
import { useRouteOf } from '../../../routing/route-table.ts';
import { safeNext } from '../../../routing/safe-path.ts';

/** Shows the login to people without a session; redirects the others to the page they asked for. */
export const Arrive = ({ children }: { readonly children: ReactNode }) => {
  const session = useSession();
  const routeOf = useRouteOf();
  const isPage = (path: string) => routeOf(path) !== undefined;
  const next = safeNext(new URLSearchParams(useSearch()).get('next'), location.origin, isPage);
  // The headers of a payment's page are its own: it is entered by loading it.
  const isIn = session?.status === 'active';
  const leadsToPayment = isPayment(next.split(/[?#]/, 1)[0] ?? '');
  useEffect(() => {
    if (isIn && leadsToPayment) location.replace(next);
  }, [isIn, leadsToPayment, next]);
  if (session === undefined || (isIn && leadsToPayment)) return null;
  return isIn ? <Redirect to={next} replace /> : children;
};
