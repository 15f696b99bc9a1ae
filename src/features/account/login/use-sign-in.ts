import { useCallback, useState } from 'react';
import type { SignIn } from '#contract/account/commands.ts';
import type { AppError } from '#contract/result.ts';
import { core } from '../../../core/core.ts';

/** An account that is about to be deleted, and the way by which somebody showed that it is theirs. */
type Closing = { readonly way: SignIn; readonly until: number };

/** Sends the login to the core. The page changes when the session's row appears. */
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
