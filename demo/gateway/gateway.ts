import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { registerApi } from './api.ts';
import { registerConnect } from './connect.ts';
import { registerConsole } from './console.ts';
import type { Gateway } from './context.ts';
import { registerIdentity } from './identity.ts';
import { dispute, endRefund, pay } from './moves.ts';
import { registerPages } from './pages/routes.ts';
import { lockSession } from './sessions.ts';
import { openStore, type Rows } from './store.ts';
import { type Task, takeDue } from './tasks.ts';
import { sendWebhook, type WebhookSettings } from './webhooks.ts';

/** Settings of the demo payment gateway; `main.ts` reads them from the environment, tests pass them directly. */
export type GatewayOptions = {
  readonly port: number;
  readonly host: string;
  /** Origin at which browsers reach the gateway; empty: the host name at which they reach the merchant, with `port`. */
  readonly url: string;
  readonly databaseUrl: string;
  /** Bearer key of the merchant. */
  readonly key: string;
  /** The merchant's webhook endpoint and its signing secret. */
  readonly webhook: WebhookSettings;
  /** Set by tests, which then call `runDue` themselves: no timer is started. */
  readonly clock?: { now(): number; wait(ms: number): Promise<void> };
};

/** A listening demo gateway. */
export type RunningGateway = {
  readonly port: number;
  /** Runs all due tasks, including webhooks. */
  runDue(): Promise<void>;
  close(): Promise<void>;
};

const BODY_MAX_BYTES = 16_384;
const SLEEP_MAX_MS = 60_000;

/**
 * Starts the demo payment gateway, which simulates a payment provider: no real money moves. It shares only `contract/` with the rest of the
 * server and is reached over HTTP, by the merchant and by the payer's browser.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const store = await openStore(options.databaseUrl);
  const now = options.clock?.now ?? Date.now;
  const app = fastify({ bodyLimit: BODY_MAX_BYTES, forceCloseConnections: true, logger: { level: 'warn' } });
  let { port } = options;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    for (;;) {
      const task = await store.transaction(async (rows) => {
        const due = await takeDue(rows, now());
        if (due !== undefined && due.what !== 'bell') await runTask(rows, due);
        return due;
      });
      if (task === undefined) return;
      if (task.what === 'bell') await sendWebhook(store, task, options.webhook, now());
    }
  }

  async function runTask(rows: Rows, { what, ref }: Task): Promise<void> {
    if (what === 'refund') return endRefund({ rows, now: now() }, ref);
    const session = await lockSession(rows, 'ref', ref, now());
    if (session === undefined) return;
    if (what === 'pay') await pay({ rows, now: now() }, session);
    else await dispute({ rows, now: now() }, session, 'asked');
  }

  /** Runs the due tasks. Only one run at a time: a second caller waits for the first and then runs again. */
  async function runDue(): Promise<void> {
    while (running) await running;
    running = runAll().finally(() => {
      running = undefined;
    });
    await running;
  }

  /** Starts a timer that runs the due tasks when the next one is due, but after `SLEEP_MAX_MS` at the latest. */
  async function sleep(): Promise<void> {
    clearTimeout(timer);
    const [next] = await store.query<{ at: number | null }>('select min(at) as at from task');
    if (isClosed) return;
    clearTimeout(timer);
    const ms = next?.at == null ? SLEEP_MAX_MS : Math.min(Math.max(next.at - now(), 0), SLEEP_MAX_MS);
    timer = setTimeout(
      () =>
        void runDue()
          .catch((error: unknown) => app.log.warn({ err: error }, 'failed to run due tasks'))
          .finally(changed),
      ms,
    );
  }

  function changed(): void {
    if (options.clock !== undefined || isClosed) return;
    // The database is unavailable: due tasks are found when the timer expires.
    sleep().catch((error: unknown) => {
      app.log.warn({ err: error }, 'failed to find the next task');
      timer = setTimeout(changed, SLEEP_MAX_MS);
    });
  }

  const gateway: Gateway = {
    store,
    key: options.key,
    now,
    wait: options.clock?.wait ?? ((ms) => wait(ms, undefined, { ref: false })),
    baseOf: (parentOrigin) => {
      if (options.url !== '') return options.url;
      const { protocol, hostname } = new URL(parentOrigin);
      return `${protocol}//${hostname}:${port}`;
    },
    changed,
  };
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) app.log.warn({ err: error }, 'failed to answer a request');
    // The error's message is not sent, because it may quote user input.
    return reply.code(status).send({ error: 'the request failed' });
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  await app.register((api) => registerApi(api, gateway));
  await app.register((api) => registerConsole(api, gateway));
  await app.register((pages) => registerPages(pages, gateway));
  const { key, webhook } = options;
  const identity = { url: new URL('/webhook/identity', webhook.url).href, secret: webhook.secret };
  await registerIdentity(app, { key, webhook: identity, now, baseOf: gateway.baseOf });
  // The merchant's server accepts another address of Stripe's API (`STRIPE_API_URL`) only with a test key.
  const payouts = { url: new URL('/webhook/payouts', webhook.url).href, secret: webhook.secret };
  await registerConnect(app, { key: `sk_test_${key}`, webhook: payouts, now, baseOf: gateway.baseOf });
  try {
    await app.listen({ port: options.port, host: options.host });
  } catch (error) {
    await store.close();
    throw error;
  }
  const address = app.server.address();
  if (typeof address === 'object' && address !== null) port = address.port;
  changed();
  return {
    port,
    runDue,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await app.close();
      await running?.catch(() => undefined);
      await store.close();
    },
  };
}
