import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { registerIdentity } from '../../demo/gateway/identity.ts';

/** A webhook that the simulated provider sent: the exact body, and its signature. */
export type SentWebhook = { readonly body: string; readonly signature: string };

/**
 * Starts the simulated provider of identity checks on a port of its own, with the settings of a server that uses it. Webhooks go to
 * `webhookUrl`;
 * without one to `sent`, for the test to deliver, repeat, forge or lose.
 */
export async function startIdentityProvider(webhookUrl?: string) {
  const [key, secret] = ['sk_test_identity', 'whsec_identity'];
  const sent: SentWebhook[] = [];
  const app = fastify();
  const fake = await registerIdentity(app, {
    key,
    webhook: { url: webhookUrl ?? '', secret },
    now: () => Date.now(),
    baseOf: () => (webhookUrl === undefined ? 'https://identity.example' : url),
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
    ...fake,
    sent,
    secret,
    env: { IDENTITY_URL: url, IDENTITY_KEY: key, IDENTITY_SECRET: secret },
    close: () => app.close(),
  };
}
