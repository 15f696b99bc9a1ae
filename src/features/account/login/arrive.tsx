import type { ReactNode } from 'react';
import { Redirect, useRouter, useSearch } from 'wouter';
import { routeOf } from '../../../app/use-route.ts';
import { useSession } from '../../../data/session.tsx';
import { safeNext } from '../../../routing/safe-path.ts';

/** Shows the login to those who need it; the others go where they wanted to go. */
export const Arrive = ({ children }: { readonly children: ReactNode }) => {
  const session = useSession();
  const { parser } = useRouter();
  const isPage = (path: string) => routeOf(parser, path) !== undefined;
  const next = safeNext(new URLSearchParams(useSearch()).get('next'), location.origin, isPage);
  if (session === undefined) return null;
  return session?.status === 'active' ? <Redirect to={next} replace /> : children;
};
