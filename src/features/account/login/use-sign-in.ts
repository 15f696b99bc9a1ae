import { useCallback, useState } from 'react';
import type { SignIn } from '#contract/account/commands.ts';
import type { AppError } from '#contract/result.ts';
import { core } from '../../../core/core.ts';

/** An account whose deletion is pending, and the credentials that the user has given. */
type Closing = { readonly way: SignIn; readonly until: number };

/** Signs in through the worker. The page changes when the session row appears in the database. */
export function useSignIn() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError>();
  const [closing, setClosing] = useState<Closing>();
  const signIn = useCallback(async (way: SignIn) => {
    setBusy(true);
    setError(undefined);
    setClosing(undefined);
    const result = await core.signIn(way);
    if (!result.ok && result.error.code === 'closing') setClosing({ way, until: result.error.until });
    else if (!result.ok) setError(result.error);
    setBusy(false);
  }, []);
  return { busy, error, closing, signIn };
}
