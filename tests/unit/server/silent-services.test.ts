import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import webPush from 'web-push';
import { GATEWAY_TIMEOUT_MS } from '../../../contract/payments/rules.ts';
import { createMailer } from '../../../server/domains/account/recovery/mailer.ts';
import { s3Files } from '../../../server/domains/media/files/s3.ts';
import { createDemoGateway } from '../../../server/domains/payments/gateways/demo.ts';
import { createStripeGateway } from '../../../server/domains/payments/gateways/stripe.ts';
import { createSendPush } from '../../../server/domains/push/request.ts';

/** Longer than the patience with each service, which has 10 s at most. */
const DEADLINE_MS = 2 * GATEWAY_TIMEOUT_MS;

/** A server that accepts connections and never answers, or sends these bytes again and again without an end. */
async function startSilentServer(trickle = '') {
  const sockets = new Set<Socket>();
  const timers: NodeJS.Timeout[] = [];
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    if (trickle !== '') timers.push(setInterval(() => socket.write(trickle), 20));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close() {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The lines of a log that a test reads. */
function recordedLog() {
  const lines: [object, string][] = [];
  const add = (fields: object, event: string) => void lines.push([fields, event]);
  return { lines, log: { info: add, warn: add, error: add } };
}

const signal = new AbortController().signal;
const subscriber = createECDH('prime256v1');

/** One request to each service, which ends as the operator sees it: rejected, or with an answer that says so. */
const REQUESTS: Readonly<Record<string, (at: { readonly port: number; readonly url: string }) => Promise<unknown>>> = {
  Stripe: ({ port }) =>
    createStripeGateway({
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_test',
      api: { host: '127.0.0.1', port, protocol: 'http' },
    }).ask('cs_1'),
  'the demo gateway': ({ url }) =>
    createDemoGateway({ url, frameOrigin: url, key: 'key', webhookSecret: 'secret' }).ask('session'),
  'a media store': ({ port }) =>
    s3Files(tmpdir(), {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'r',
      key: 'k',
      secret: 's',
      bucket: 'bucket',
    }).stat(join(tmpdir(), 'media', 'file')),
  'a push service': async ({ url }) => {
    const request = {
      endpoint: `${url}/push/1`,
      p256dh: subscriber.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
      key: { ...webPush.generateVAPIDKeys(), createdAt: 0 },
      text: 'text',
      ttlSeconds: 10,
      urgency: 'high',
      topic: 'one',
    } as const;
    const answer = await createSendPush('mailto:team@gem.example', [url], Date.now)(request, signal);
    if (answer.is === 'failed') throw new Error('no answer');
  },
};

test.concurrent.each(Object.entries(REQUESTS))(
  'a request to %s fails in time when it accepts connections and never answers',
  { timeout: 2 * DEADLINE_MS },
  async (_name, request) => {
    const server = await startSilentServer();
    const startedAt = performance.now();
    await expect(request(server)).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS);
    server.close();
  },
);

test('an e-mail fails in time, and is logged, when its SMTP server answers a little at a time without an end', async () => {
  const server = await startSilentServer('220-wait\r\n');
  const { lines, log } = recordedLog();
  const place = { smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'no-reply@gemcall.example' };
  await createMailer(place, log, 200)({ to: 'sam@example.org', subject: 'x', text: 'x' });
  expect(lines).toMatchObject([[{ code: 'ETIMEDOUT' }, 'failed to send an e-mail']]);
  server.close();
});
