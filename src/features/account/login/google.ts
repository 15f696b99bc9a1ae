const AUTHORISE = 'https://accounts.google.com/o/oauth2/v2/auth';
const CHANNEL = 'google-login';
const PATIENCE_MS = 300_000;

/** The popup measures 600x400 (product 9.4). */
const POPUP = 'popup,width=600,height=400';

/** Credentials for the login; undefined when none arrived. */
export type GoogleAnswer = { readonly credential: string; readonly nonce: string } | undefined;

type Answer = { readonly state: string; readonly credential: string };

const isAnswer = (data: unknown): data is Answer =>
  typeof data === 'object' && data !== null && 'state' in data && 'credential' in data;

/**
 * OpenID Connect in a popup, without a script from elsewhere in our page: Google sends the popup back to our own /login
 * with the ID token in its fragment, and that page posts it on a channel of our origin (COOP of Google's pages may remove
 * `window.opener`). Google receives only the hash of the nonce, so a stolen token signs nobody in. The popup is opened
 * before the first await, or the browser would block it as unrequested.
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

/** Runs in the popup after Google has redirected it. */
export function handOverGoogle(fragment: string): void {
  const answer = new URLSearchParams(fragment.slice(1));
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ state: answer.get('state') ?? '', credential: answer.get('id_token') ?? '' } satisfies Answer);
  close();
}
