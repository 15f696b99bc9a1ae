import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useSession } from '../data/session.tsx';
import { loginPath } from '../routing/safe-path.ts';

/**
 * Wraps pages that need a session: redirects visitors to the login, which returns them afterwards (product 2.2). Renders nothing
 * until the session is known.
 */
export const Guard = ({ children }: { readonly children: ReactNode }) => {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session === undefined) return null;
  if (session === null) return <Redirect to={loginPath(search ? `${path}?${search}` : path)} replace />;
  return children;
};
