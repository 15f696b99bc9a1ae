import type { Proof } from '#contract/account/life.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { core } from './core.ts';
import { askGoogle } from './google.ts';

type PageProof = Parameters<typeof core.deleteAccount>[0];
type Given = { readonly passwd: string; readonly googleClientId: string };

/**
 * Gets the proof of identity that the server requires, by a popup of Google or a dialog of the browser where it needs one. Undefined if
 * the user cancels. Must be called before the first `await` of a press, or the popup blocker prevents the popup.
 */
export async function askProof(kind: Proof, { passwd, googleClientId }: Given): Promise<Result<PageProof> | undefined> {
  switch (kind) {
    case 'password':
      return ok({ passwd });
    case 'google': {
      const answer = await askGoogle(googleClientId);
      return answer && ok(answer);
    }
    case 'passkey': {
      const asked = await askPasskeyLazily();
      return asked?.ok ? ok({ passkey: asked.value }) : asked;
    }
    // The core adds the secret of the device.
    case 'device':
      return ok({});
  }
}

/** Loads passkeys.ts and returns the answer of its `askPasskey`; fails with `offline` if the script cannot be loaded. */
export async function askPasskeyLazily() {
  const part = await import('./passkeys.ts').catch(() => undefined);
  return part ? part.askPasskey() : fail({ code: 'offline' } as const);
}
