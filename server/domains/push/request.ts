import webPush from 'web-push';
import { PUSH_ANSWER_MS, PUSH_HOST_RESTS_MAX_MS, PUSH_HOST_RESTS_MS } from './bounds.ts';
import type { PushKey } from './keys.ts';
import { readEndpoint } from './push-host.ts';
import { createSignatures } from './signatures.ts';

/** A push message to one subscription, before it is encrypted and signed. */
export type PushRequest = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly key: PushKey;
  readonly text: string;
  readonly ttlSeconds: number;
  readonly urgency: 'high' | 'normal' | 'low';
  readonly topic: string;
};

/**
 * The result of a request to a push service. `taken`: accepted. `gone`: the subscription no longer exists (404, 410). `unsent`: aborted.
 * `resting`: the service wants no requests for `forMs` (429). `refused`: any other 4xx answer. `failed`: a 5xx answer, a redirect, which
 * is not followed, or none (status 0).
 */
export type PushAnswer =
  | { readonly is: 'taken' | 'gone' | 'unsent' }
  | { readonly is: 'refused' | 'failed'; readonly status: number }
  | { readonly is: 'resting'; readonly forMs: number };

/**
 * Encrypts and sends a push to one subscription. Network errors and an abort by `signal` do not reject: they are answered with `failed` and
 * `unsent`.
 */
export type SendPush = (request: PushRequest, signal: AbortSignal) => Promise<PushAnswer>;

/**
 * Creates the function that sends pushes (RFC 8030, 8188, 8291, 8292), one per process. `contact`: the operator's address for push
 * services (RFC 8292, section 2.1). `origins`: accepted push services besides those of browsers. `now`: dates the signatures.
 */
export function createSendPush(contact: string, origins: readonly string[], now: () => number): SendPush {
  const signatures = createSignatures(contact, now);
  return async ({ endpoint, p256dh, auth, key, text, ttlSeconds, urgency, topic }, signal) => {
    // Checked again, because the allow list may be shorter than when the subscription was stored.
    if (!readEndpoint(endpoint, origins)) return { is: 'gone' };
    const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      headers: { Authorization: await signatures.headerFor(endpoint, key) },
      TTL: ttlSeconds,
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
    });
    const { 'Content-Length': _length, ...rest } = headers;
    try {
      const answer = await fetch(endpoint, {
        method,
        headers: textOf(rest),
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(PUSH_ANSWER_MS)]),
      });
      // The body of the answer is not needed.
      await answer.body?.cancel();
      if (answer.status === 401 || answer.status === 403) signatures.forget(endpoint, key);
      return readAnswer(answer, now());
    } catch {
      return signal.aborted ? { is: 'unsent' } : { is: 'failed', status: 0 };
    }
  };
}

const textOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function readAnswer({ status, headers }: Response, now: number): PushAnswer {
  if (status >= 200 && status < 300) return { is: 'taken' };
  if (status === 404 || status === 410) return { is: 'gone' };
  if (status === 429) return { is: 'resting', forMs: restOf(headers.get('retry-after'), now) };
  return { is: status >= 400 && status < 500 ? 'refused' : 'failed', status };
}

/** Parses `Retry-After`: seconds or a date (RFC 9110, section 10.2.3). Returns the time to wait, in ms. */
function restOf(after: string | null, now: number): number {
  const ms = after === null ? Number.NaN : /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1_000), PUSH_HOST_RESTS_MAX_MS) : PUSH_HOST_RESTS_MS;
}
