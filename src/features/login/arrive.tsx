import type { ReactNode } from 'react';
import { Redirect, useSearch } from 'wouter';
import { safeNext } from '../../app/safe-path.ts';
import { useSession } from '../../data/session.tsx';

/** Shows the login to those who need it; the others go where they wanted to go. */
export const Arrive = ({ children }: { readonly children: ReactNode }) => {
  const session = useSession();
  const next = safeNext(new URLSearchParams(useSearch()).get('next'), location.origin);
  if (session === undefined) return null;
  return session?.status === 'active' ? <Redirect to={next} replace /> : children;
};
