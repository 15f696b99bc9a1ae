import { useCallback, useState } from 'react';
import type { SignIn } from '#contract/account/commands.ts';
import type { AppError } from '#contract/result.ts';
import { askPasskeyLazily } from '../../../core/ask-proof.ts';
import { core } from '../../../core/core.ts';

/** An account whose deletion is pending, and the credentials that the user has given. */
type Closing = { readonly way: SignIn; readonly until: number };

/**
 * Signs in through the core. The page changes when the session row appears in the database. `closing`: the account was found, but its
 * deletion is pending; `restore` cancels that.
 */
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
  const signInByPasskey = useCallback(
    async (more: { readonly restore?: true } = {}) => {
      setBusy(true);
      const asked = await askPasskeyLazily();
      setBusy(false);
      if (asked?.ok) await signIn({ way: 'passkey', assertion: asked.value, ...more });
      else setError(asked?.error);
    },
    [signIn],
  );
  /**
   * Signs in again the same way, and cancels the pending deletion. A passkey signs a new challenge, because each signature is valid once.
   */
  const restore = useCallback(() => {
    if (closing?.way.way === 'passkey') void signInByPasskey({ restore: true });
    else if (closing) void signIn({ ...closing.way, restore: true });
  }, [closing, signIn, signInByPasskey]);
  return { busy, error, closing, signIn, signInByPasskey, restore };
}
