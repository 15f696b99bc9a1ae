const AUTHORISE = 'https://accounts.google.com/o/oauth2/v2/auth';
const CHANNEL = 'google-login';
const PATIENCE_MS = 300_000;

/** Section 9: a popup opens at 600x400. */
const POPUP = 'popup,width=600,height=400';

type Answer = { readonly state: string; readonly credential: string };

const isAnswer = (data: unknown): data is Answer =>
  typeof data === 'object' && data !== null && 'state' in data && 'credential' in data;

/**
 * OpenID Connect in a popup, without a script from elsewhere in our page: Google sends the popup back to our own /login
 * with the ID token in its fragment, and that page hands it over by a channel of our origin (the opener's handle on the
 * popup may be cut by its COOP). Empty when nothing came.
 */
export function askGoogle(clientId: string): Promise<string> {
  const state = crypto.randomUUID();
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${location.origin}/login`,
    response_type: 'id_token',
    scope: 'openid profile',
    nonce: crypto.randomUUID(),
    state,
    prompt: 'select_account',
  });
  if (!window.open(`${AUTHORISE}?${query}`, 'google', POPUP)) return Promise.resolve('');
  const { promise, resolve } = Promise.withResolvers<string>();
  const channel = new BroadcastChannel(CHANNEL);
  const timer = setTimeout(() => resolve(''), PATIENCE_MS);
  channel.onmessage = ({ data }) => {
    if (isAnswer(data) && data.state === state) resolve(data.credential);
  };
  return promise.finally(() => {
    clearTimeout(timer);
    channel.close();
  });
}

/** Called in the popup when it came back. */
export function handOverGoogle(fragment: string): void {
  const answer = new URLSearchParams(fragment.slice(1));
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ state: answer.get('state') ?? '', credential: answer.get('id_token') ?? '' } satisfies Answer);
  close();
}
