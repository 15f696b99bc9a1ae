import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { useSession } from '../data/session.tsx';
import { loginPath } from '../routing/safe-path.ts';

/** Redirects a visitor without a session to the login, and back to the page after it (product 2.2). */
export const Guard = ({ children }: { readonly children: ReactNode }) => {
  const session = useSession();
  const [path] = useLocation();
  const search = useSearch();
  if (session === undefined) return null;
  if (session === null) return <Redirect to={loginPath(search ? `${path}?${search}` : path)} replace />;
  return children;
};
