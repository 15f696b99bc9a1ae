const AUTHORISE = 'https://accounts.google.com/o/oauth2/v2/auth';
const CHANNEL = 'google-login';
const PATIENCE_MS = 300_000;

/** Popup of 600 × 400 px (product 9.4). */
const POPUP = 'popup,width=600,height=400';

/** ID token of the Google login, and the nonce whose hash it contains; undefined if the popup was blocked or no token arrived in time. */
export type GoogleAnswer = { readonly credential: string; readonly nonce: string } | undefined;

type Answer = { readonly state: string; readonly credential: string };

const isAnswer = (data: unknown): data is Answer =>
  typeof data === 'object' && data !== null && 'state' in data && 'credential' in data;

/**
 * Asks the user to sign in at Google: OpenID Connect (implicit flow) in a popup, without a third-party script. Google redirects the popup
 * to the app's /login with the ID token in the fragment, and that page posts it on a BroadcastChannel, as the COOP header of Google's pages
 * may sever `window.opener`. Google receives only the hash of the nonce, so a stolen token is useless. The popup must be opened before the
 * first `await`, or the popup blocker prevents it.
 */
export async function askGoogle(clientId: string): Promise<GoogleAnswer> {
  const popup = window.open('', 'google', POPUP);
  if (!popup) return undefined;
  const [state, nonce] = [crypto.randomUUID(), crypto.randomUUID()];
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${location.origin}/login`,
    response_type: 'id_token',
    scope: 'openid profile',
    nonce: await sha256(nonce),
    state,
    prompt: 'select_account',
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  const channel = new BroadcastChannel(CHANNEL);
  const timer = setTimeout(() => resolve(''), PATIENCE_MS);
  channel.onmessage = ({ data }) => {
    if (isAnswer(data) && data.state === state) resolve(data.credential);
  };
  popup.location.href = `${AUTHORISE}?${query}`;
  const credential = await promise;
  clearTimeout(timer);
  channel.close();
  return credential === '' ? undefined : { credential, nonce };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Runs in the popup: passes the token from the fragment ('' if Google sent none) to the page that opened it, and closes the popup. */
export function handOverGoogle(fragment: string): void {
  const answer = new URLSearchParams(fragment.slice(1));
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ state: answer.get('state') ?? '', credential: answer.get('id_token') ?? '' } satisfies Answer);
  close();
}
