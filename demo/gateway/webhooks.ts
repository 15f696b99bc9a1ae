import { createHmac } from 'node:crypto';
import { WEBHOOK_TIMEOUT_MS } from './rules.ts';
import type { Store } from './store.ts';
import { forget, isGivenUp, type Task } from './tasks.ts';

/** URL of the merchant's webhook endpoint, and the secret that signs webhooks. */
export type WebhookSettings = { readonly url: string; readonly secret: string };

/**
 * Value of the header `gateway-signature`, and of `stripe-signature` of the simulated Stripe: `t=<seconds>,v1=<HMAC-SHA256 of
 * "<seconds>.<body>", hex>`.
 */
export function sign(secret: string, body: string, now: number): string {
  const t = Math.floor(now / 1_000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

/**
 * Makes one delivery attempt of a webhook. A 2xx answer, or an age above WEBHOOK_GIVEN_UP_HOURS, deletes its task; otherwise the task
 * remains and is retried.
 */
export async function sendWebhook(
  store: Store,
  task: Task,
  { url, secret }: WebhookSettings,
  now: number,
): Promise<void> {
  const [event] = await store.query<{ id: string; type: string; at: number; ref: string; order_id: string }>(
    `select event.id, event.type, event.at, ref, order_id from event join session on ref = event.session where id = $1`,
    [task.ref],
  );
  if (event === undefined || isGivenUp(event.at, now)) return forget(store, task);
  const { id, type, at, ref, order_id: orderId } = event;
  const body = JSON.stringify({ id, type, at, ref, orderId, livemode: false });
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'gateway-signature': sign(secret, body, now) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (answer.ok) await forget(store, task);
  } catch {
    // The endpoint is unreachable: the task remains and is retried.
  }
}
