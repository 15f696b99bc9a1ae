import { type ReactNode, useEffect } from 'react';
import { useSession } from '../../../data/session.tsx';
import { loginPath } from '../../../routing/safe-path.ts';

/** Leads to the login and back. By loading documents: the headers of a payment's page are its own. */
export const SignedIn = ({ children }: { readonly children: ReactNode }) => {
  const session = useSession();
  const isOut = session === null || session?.status === 'expired';
  useEffect(() => {
    if (isOut) location.replace(loginPath(location.pathname + location.search));
  }, [isOut]);
  return session && !isOut ? children : null;
};
