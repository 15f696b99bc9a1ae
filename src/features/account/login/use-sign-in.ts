import { useCallback, useState } from 'react';
import type { SignIn } from '#contract/account/commands.ts';
import { core } from '../../../core/core.ts';
import { explain } from '../../../i18n/errors.ts';

/** Sends the login to the core. The page changes when the session's row appears. */
export function useSignIn() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const signIn = useCallback(async (way: SignIn) => {
    setBusy(true);
    setError('');
    const result = await core.signIn(way);
    if (!result.ok) setError(explain(result.error));
    setBusy(false);
  }, []);
  return { busy, error, signIn };
}
