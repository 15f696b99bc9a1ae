import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { registerConnect } from '../../demo/gateway/connect.ts';
import type { SentWebhook } from './identity.ts';

/** Answers to lose until a request fails: the SDK repeats one whose connection ended, with its idempotency key. */
export const LOST_BY_SDK = 2;

/**
 * Starts the simulated Stripe Connect on a port of its own, with the settings of a server that pays out by it. Webhooks go to `webhookUrl`;
 * without one to `sent`, for the test to deliver, repeat, forge or lose.
 */
export async function startConnectProvider(webhookUrl?: string) {
  const [key, secret] = ['sk_test_connect', 'whsec_connect'];
  const sent: SentWebhook[] = [];
  const app = fastify({ forceCloseConnections: true });
  const fake = await registerConnect(app, {
    key,
    webhook: { url: webhookUrl ?? 'https://merchant.example', secret },
    now: () => Date.now(),
    baseOf: () => (webhookUrl === undefined ? 'https://connect.example' : url),
    ...(webhookUrl === undefined && {
      deliver: async (body: string, signature: string) => void sent.push({ body, signature }),
    }),
  });
  // The demo gateway serves it in the product.
  app.get('/style.css', (_request, reply) =>
    reply.type('text/css').send(readFileSync(new URL('../../demo/gateway/pages/style.css', import.meta.url))),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url: string = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    fake,
    sent,
    secret,
    env: {
      PAYOUTS: 'stripe',
      STRIPE_SECRET_KEY: key,
      STRIPE_PAYOUTS_WEBHOOK_SECRET: `whsec_platform,${secret}`,
      STRIPE_API_URL: url,
    },
    close: () => app.close(),
  };
}
