import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningGateway, startGateway } from '../../../demo/gateway/gateway.ts';
import type { Gateway, OrderFacts } from '../../../server/domains/payments/gateway.ts';
import { createDemoGateway } from '../../../server/domains/payments/gateways/demo.ts';

export const PARENT = 'http://localhost:4600';
const secret = () => randomBytes(24).toString('base64url');

export type TestGateway = {
  readonly url: string;
  readonly key: string;
  readonly webhookSecret: string;
  readonly adapter: Gateway;
  /** Advances the gateway's clock and runs everything that is due. */
  pass(ms: number): Promise<void>;
  now(): number;
  /** Configures failures (demo/gateway/faults.ts). */
  fail(call: string, how: 'error' | 'lost' | 'down' | 'slow', times?: number): Promise<void>;
  /** Acts in the gateway's console (demo/gateway/console.ts). */
  console(path: 'refunds' | 'disputes' | 'bank', body: object): Promise<void>;
  /** Stops it and starts it again on the same database and port. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  readonly databaseUrl: string;
  readonly webhookUrl?: string;
  readonly port?: number;
  readonly keys?: { readonly key: string; readonly webhookSecret: string };
  readonly timeoutMs?: number;
};

/** The demo gateway in this process, on a free port and with a clock that only `pass` moves. */
export async function startTestGateway({
  databaseUrl,
  webhookUrl,
  port = 0,
  keys,
  timeoutMs,
}: Options): Promise<TestGateway> {
  const { key, webhookSecret } = keys ?? { key: secret(), webhookSecret: secret() };
  let time = Date.now();
  const webhook = { url: webhookUrl ?? 'http://127.0.0.1:1/', secret: webhookSecret };
  const clock = { now: () => time, wait: async () => undefined };
  const start = (on: number): Promise<RunningGateway> =>
    startGateway({ port: on, host: '127.0.0.1', url: '', databaseUrl, key, webhook, clock });
  let running = await start(port);
  const url = `http://127.0.0.1:${running.port}`;
  const frameOrigin = `http://localhost:${running.port}`;
  const settings = { url, frameOrigin, key, webhookSecret, ...(timeoutMs !== undefined && { timeoutMs }) };
  async function tell(path: string, body: object): Promise<void> {
    const answer = await fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
  return {
    url,
    key,
    webhookSecret,
    adapter: createDemoGateway(settings),
    now: () => time,
    async pass(ms) {
      time += ms;
      await running.runDue();
    },
    fail: (call, how, times = 1) => tell('faults', { call, how, times }),
    console: (path, body) => tell(`console/${path}`, body),
    async restart() {
      await running.close();
      running = await start(running.port);
    },
    close: () => running.close(),
  };
}

/** An order of 12.99 dollars, unless `change` says otherwise. */
export const orderOf = (change: Partial<OrderFacts> = {}): OrderFacts => ({
  orderId: randomBytes(16).toString('base64url').slice(0, 21).padEnd(21, 'x'),
  channel: 'card',
  price: { amountMinor: 1_299, currency: 'USD' },
  title: '1650 gems',
  customerRef: '',
  remember: false,
  expiresAt: Date.now() + 31 * 60_000,
  returnUrl: `${PARENT}/payresult?order=x`,
  parentOrigin: PARENT,
  ...change,
});

export const GOOD_CARD = '4242 4242 4242 4242';

/** Submits a card as the payer's browser does on a page of the gateway; `page` is its address. */
export async function typeCard(page: string, number: string, change: object = {}) {
  return postTo(`${page}/card`, { number, expiry: '12 / 39', cvc: '123', name: 'Demo Payer', ...change });
}
export async function tokenOf(page: string, number = GOOD_CARD): Promise<string> {
  const { token } = await typeCard(page, number);
  if (typeof token !== 'string') throw new Error('no token was given');
  return token;
}
export async function postTo(page: string, body: object): Promise<Record<string, unknown>> {
  const { origin } = new URL(page);
  const answer = await fetch(page, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  });
  return { status: answer.status, ...(await answer.json()) };
}

export type Heard = { readonly raw: Buffer; readonly headers: IncomingHttpHeaders };

export type BellListener = { readonly url: string; readonly heard: readonly Heard[]; close(): Promise<unknown> };

/** A merchant's webhook address that records requests and answers with `status()`. */
export async function listenForBells(status: () => number = () => 200): Promise<BellListener> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      heard.push({ raw: Buffer.concat(parts), headers: request.headers });
      response.writeHead(status()).end();
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhook/demo`,
    heard,
    close: () => new Promise<unknown>((done) => void server.close(done)),
  };
}
