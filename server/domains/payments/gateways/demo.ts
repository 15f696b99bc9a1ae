import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as v from 'valibot';
import { DECLINE_REASONS, nextStep } from '../../../../contract/payments/orders.ts';
import { GATEWAY_TIMEOUT_MS, WEBHOOK_SKEW_S } from '../../../../contract/payments/rules.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import type { Config } from '../../../config.ts';
import { pageHostOf, urlHostOf } from '../../../platform/http/listen.ts';
import type { Gateway, GatewaySnapshot, WebhookEvent } from '../gateway.ts';
import { GatewayFailed } from '../in-time.ts';

const name = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const amount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const last4 = v.pipe(v.string(), v.regex(/^\d{4}$/));
const brand = v.pipe(v.string(), v.maxLength(24));

const seen = v.object({
  ref: name,
  orderId: name,
  uid: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
  livemode: v.boolean(),
  state: v.picklist(['open', 'action', 'confirming', 'paid', 'declined', 'closed']),
  reason: v.exactOptional(v.picklist(DECLINE_REASONS)),
  payment: v.exactOptional(
    v.object({
      ref: name,
      amountMinor: amount,
      currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
      at: amount,
      fingerprint: v.exactOptional(v.pipe(v.string(), v.maxLength(128))),
      card: v.exactOptional(v.object({ brand, last4 })),
    }),
  ),
  next: v.exactOptional(nextStep),
  reversed: v.array(
    v.object({
      ref: name,
      amountMinor: amount,
      kind: v.picklist(['refund', 'dispute']),
      state: v.picklist(['asked', 'done', 'refused', 'won', 'lost']),
    }),
  ),
});
const keptCard = v.object({
  cardRef: name,
  customerRef: name,
  brand,
  last4,
  expires: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/)),
  fingerprint: v.exactOptional(v.pipe(v.string(), v.maxLength(128))),
});
const binding = v.object({
  card: v.exactOptional(keptCard),
  next: v.exactOptional(nextStep),
  reason: v.exactOptional(v.picklist(DECLINE_REASONS)),
});
const bound = v.object({ ref: name, next: nextStep });
const refunded = v.object({ state: v.picklist(['asked', 'done', 'refused']) });
const listed = v.object({ sessions: v.array(seen), next: v.union([name, v.literal('')]) });
const event = v.object({ id: name, ref: name, orderId: name });

const REFUNDS = { asked: 'sent', done: 'done', refused: 'failed' } as const;

/** Settings of `createDemoGateway`: addresses for the server and for browsers, the API key, and the webhook secret. */
export type DemoSettings = {
  /** URL at which the server reaches the gateway. */
  readonly url: string;
  /** Origin at which browsers reach the gateway. */
  readonly frameOrigin: string;
  readonly key: string;
  readonly webhookSecret: string;
  readonly timeoutMs?: number;
};

/** Reads the settings for the demo gateway process that `npm start` runs on the same machine. */
export const demoSettings = ({ host, payments: { demo } }: Pick<Config, 'host' | 'payments'>): DemoSettings => ({
  url: `http://${urlHostOf(host)}:${demo.port}`,
  frameOrigin: demo.url === '' ? `http://${pageHostOf(host)}:${demo.port}` : demo.url,
  key: demo.key,
  webhookSecret: demo.webhookSecret,
});

/**
 * Creates the client of the demo gateway (`demo/gateway`), over HTTP. Throws on answers that do not match the schemas, on errors, and
 * after `timeoutMs`.
 */
export function createDemoGateway({
  url,
  frameOrigin,
  key,
  webhookSecret,
  timeoutMs = GATEWAY_TIMEOUT_MS,
}: DemoSettings): Gateway {
  type Asked = { readonly method: 'GET' | 'POST' | 'DELETE'; readonly body?: object; readonly once?: string };

  /** The parsed answer; undefined for a 404. */
  async function ask<T>(path: string, schema: v.GenericSchema<unknown, T>, request: Asked): Promise<T | undefined> {
    const answer = await fetch(`${url}/v1/${path}`, {
      method: request.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(request.body && { 'content-type': 'application/json' }),
        ...(request.once !== undefined && { 'idempotency-key': request.once }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) await answer.body?.cancel();
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw new GatewayFailed(answer.status);
    return v.parse(schema, await answer.json());
  }

  async function need<T>(path: string, schema: v.GenericSchema<unknown, T>, request: Asked): Promise<T> {
    const answer = await ask(path, schema, request);
    if (answer === undefined) throw new Error('the gateway does not know it');
    return answer;
  }

  const session = (ref: string) => `sessions/${encodeURIComponent(ref)}`;
  /** Rejects an answer about another session. */
  const about = (ref: string, answer: GatewaySnapshot): GatewaySnapshot => {
    if (answer.ref !== ref) throw new Error('the gateway speaks of another session');
    return answer;
  };

  return {
    name: 'demo',
    livemode: false,
    channels: ['card', 'hosted', 'upi'],
    frameOrigin,
    open: (order, once) => need('sessions', seen, { method: 'POST', body: order, once }),
    charge: async (ref, card, once) =>
      about(ref, await need(`${session(ref)}/charge`, seen, { method: 'POST', body: card, once })),
    // A charge is part of its session.
    chargesOf: async () => [],
    ask: async (ref) => about(ref, await need(session(ref), seen, { method: 'GET' })),
    close: async (ref) => about(ref, await need(`${session(ref)}/close`, seen, { method: 'POST', body: {} })),
    bind: (binding, once) => need('bindings', bound, { method: 'POST', body: binding, once }),
    keep: (ref, token, once) =>
      need(`bindings/${encodeURIComponent(ref)}/keep`, binding, { method: 'POST', body: { token }, once }),
    askBinding: (ref) => need(`bindings/${encodeURIComponent(ref)}`, binding, { method: 'GET' }),
    keptBy: (ref) => ask(`${session(ref)}/card`, keptCard, { method: 'GET' }),
    async forget(cardRef) {
      await ask(`cards/${encodeURIComponent(cardRef)}`, v.object({}), { method: 'DELETE' });
    },
    async refund({ reversalId, orderId, paymentRef, price }, once) {
      const body = { reversalId, orderId, paymentRef, price };
      const { state } = await need('refunds', refunded, { method: 'POST', body, once });
      return { state: REFUNDS[state] };
    },
    async *list(since) {
      let after = '';
      do {
        const page: v.InferOutput<typeof listed> = await need(`sessions?since=${since}&after=${after}`, listed, {
          method: 'GET',
        });
        yield* page.sessions;
        after = page.next;
      } while (after !== '');
    },
    verifyWebhook: (raw, headers, now) => verifyWebhook(webhookSecret, raw, headers, now),
  };
}

/** `gateway-signature: t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>", hex>`, compared in constant time. */
function verifyWebhook(
  secret: string,
  raw: Buffer,
  headers: IncomingHttpHeaders,
  now: number,
): Result<WebhookEvent, 'forged' | 'stale'> {
  const signature = headers['gateway-signature'];
  const [, t = '', v1 = ''] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof signature === 'string' ? signature : '') ?? [];
  if (secret === '' || t === '') return fail('forged');
  const right = createHmac('sha256', secret).update(`${t}.`).update(raw).digest();
  if (!timingSafeEqual(right, Buffer.from(v1, 'hex'))) return fail('forged');
  if (Math.abs(now / 1_000 - Number(t)) > WEBHOOK_SKEW_S) return fail('stale');
  const parsed = v.safeParse(event, parseJson(raw));
  if (!parsed.success) return fail('forged');
  const { id: eventId, ref, orderId } = parsed.output;
  return ok({ eventId, ref, orderId });
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
