import { type ReactNode, useEffect } from 'react';
import { useSession } from '../../../data/session.tsx';
import { loginPath } from '../../../routing/safe-path.ts';

/**
 * Renders its children with a valid session; without one, or with an expired one, redirects to the login, which leads back here. The
 * redirect is a full page load, as payment pages have HTTP headers of their own.
 */
export const SignedIn = ({ children }: { readonly children: ReactNode }) => {
  const session = useSession();
  const isOut = session === null || session?.status === 'expired';
  useEffect(() => {
    if (isOut) location.replace(loginPath(location.pathname + location.search));
  }, [isOut]);
  return session && !isOut ? children : null;
};
