import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { PASSKEY_ALGORITHMS, PASSKEY_CHALLENGE_MINUTES } from '#contract/account/rules.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { type AppError, fail, ok, type Result } from '#contract/result.ts';
import { core } from './core.ts';

/** Interval at which the autofill gets a new challenge, ms: one minute before the old one expires. */
const RENEW_MS = (PASSKEY_CHALLENGE_MINUTES - 1) * MINUTE_MS;

type PageProof = Parameters<typeof core.beginPasskey>[0];
/** Result of a dialog for a passkey; undefined if the user cancelled it or let the time pass, or another dialog replaced it. */
type Asked<T> = Result<T> | undefined;

/** Asks the user for a passkey of this site, to sign in by it or to prove ownership of the account. Returns the signature as JSON. */
export async function askPasskey(useBrowserAutofill = false): Promise<Asked<string>> {
  const begun = await core.beginAssertion();
  if (!begun.ok) return begun;
  const { challenge, rpId } = begun.value;
  const optionsJSON = { challenge, rpId, userVerification: 'required' as const };
  return startAuthentication({ optionsJSON, useBrowserAutofill }).then(
    (signed) => ok(JSON.stringify(signed)),
    (error: unknown) => toRefusal(error),
  );
}

/** Creates a passkey on this device or on another one that the user chooses, and adds it to the account. */
export async function createPasskey(proof: PageProof): Promise<Asked<null>> {
  const begun = await core.beginPasskey(proof);
  if (!begun.ok) return begun;
  const { challenge, rpId, userHandle, userName, displayName, known } = begun.value;
  try {
    const made = await startRegistration({
      optionsJSON: {
        // Browsers show the id; the name is deprecated.
        rp: { id: rpId, name: rpId },
        user: { id: userHandle, name: userName, displayName },
        challenge,
        pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
        excludeCredentials: known.map(({ id, transports }) => ({
          id,
          type: 'public-key',
          transports: [...transports],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    });
    return await core.addPasskey(JSON.stringify(made));
  } catch (error) {
    return toRefusal(error);
  }
}

/**
 * Offers the passkeys of this site in the autofill of the field whose autocomplete names `webauthn`, if the browser can, until the returned
 * function is called. `onAnswer` is called with the signature when the user chooses one.
 */
export function offerInAutofill(onAnswer: (assertion: string) => void): () => void {
  let isWanted = true;
  async function offer(): Promise<void> {
    if (!(await browserSupportsWebAuthnAutofill()) || !isWanted) return;
    const asked = await askPasskey(true);
    if (isWanted && asked?.ok) onAnswer(asked.value);
  }
  const renew = () => {
    // A hidden page renews when it is shown again.
    if (document.visibilityState === 'visible') void offer();
  };
  void offer();
  const timer = setInterval(renew, RENEW_MS);
  document.addEventListener('visibilitychange', renew);
  return () => {
    isWanted = false;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', renew);
    WebAuthnAbortService.cancelCeremony();
  };
}

/** Returns the failure of a WebAuthn ceremony; undefined if the user cancelled it, or another ceremony of this page replaced it. */
function toRefusal(error: unknown): { readonly ok: false; readonly error: AppError } | undefined {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return fail({ code: 'conflict' });
  const isCancelled = error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
  return isCancelled ? undefined : fail({ code: 'passkey-refused' });
}
