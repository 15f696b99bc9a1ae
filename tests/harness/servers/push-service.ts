import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import ece from 'http_ece';
import { importJWK, jwtVerify } from 'jose';
import { type PushPayload, readPushPayload } from '../../../contract/push/payload.ts';
import { type PushOptions, writePushToken } from '../../../contract/push/token.ts';

/** A push as the subscribed browser receives it. */
export type Received = {
  readonly browser: FakeBrowser;
  /** The complete decrypted text. */
  readonly text: string;
  readonly payload: PushPayload;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
};

/** A subscription, with the secrets that only a browser knows. */
export type FakeBrowser = { readonly options: PushOptions; readonly token: string };

/** The service's answer to the next request of a subscription: a status, or no answer. */
export type Said = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | 'silence';

export type PushService = Awaited<ReturnType<typeof startPushService>>;

const PATIENCE_MS = 25_000;
const DAY_S = 86_400;
type Secrets = { readonly browser: FakeBrowser; readonly ecdh: ECDH; said: Said[] };

/**
 * A push service on loopback (RFC 8030), as strict as real ones: a signature by another key, a wrong audience or a body that cannot be
 * decrypted is a fault.
 */
export async function startPushService() {
  const subscriptions = new Map<string, Secrets>();
  const received: Received[] = [];
  const faults: string[] = [];
  const watchers = new Set<() => void>();
  const held = new Map<ServerResponse, FakeBrowser>();
  let requests = 0;
  let refuseAll: Said | undefined;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests += 1;
    const found = subscriptions.get(`${origin}${request.url}`);
    if (!found) return void response.writeHead(404).end();
    const said = refuseAll ?? found.said.shift() ?? { status: 201 };
    const push = await open(found, request, Buffer.concat(chunks)).catch((error: unknown) => {
      faults.push(String(error));
      return undefined;
    });
    if (!push) return void response.writeHead(400).end();
    if (said === 'silence') {
      held.set(response, found.browser);
      response.on('close', () => {
        held.delete(response);
        tellWatchers();
      });
    } else {
      if (said.status === 201) received.push(push);
      response.writeHead(said.status, said.headers).end();
    }
    tellWatchers();
  }
  const tellWatchers = () => {
    for (const watcher of watchers) watcher();
  };

  async function open({ browser, ecdh }: Secrets, { headers }: IncomingMessage, body: Buffer): Promise<Received> {
    const [, jwt = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
    if (key !== browser.options.vapidKey) throw new Error('signed by another key than that of the subscription');
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const verified = await jwtVerify(
      jwt,
      await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'),
      {
        audience: origin,
        requiredClaims: ['exp', 'sub'],
      },
    );
    if ((verified.payload.exp ?? 0) > Date.now() / 1_000 + DAY_S) throw new Error('signed for more than a day');
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('another content encoding');
    const text = ece
      .decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: browser.options.auth })
      .toString('utf8');
    const told = JSON.parse(text);
    const payload = readPushPayload(told.web_push === 8030 ? told.notification.data : told);
    if (!payload) throw new Error(`no payload of ours: ${text}`);
    return { browser, text, payload, headers: headers as Record<string, string>, at: Date.now() };
  }

  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    received,
    /** Errors found in requests; must be empty at the end of a test. */
    faults,
    requests: () => requests,
    /** Number of requests to this browser's endpoint that wait for an answer. */
    heldBy: (browser: FakeBrowser) => [...held.values()].filter((one) => one === browser).length,
    /** A new browser that subscribes with this server key (VAPID). */
    subscribe(vapidKey: string, { host = origin }: { readonly host?: string } = {}): FakeBrowser {
      const ecdh = createECDH('prime256v1');
      const options = {
        endpoint: `${host}/push/${randomBytes(18).toString('base64url')}`,
        p256dh: ecdh.generateKeys().toString('base64url'),
        auth: randomBytes(16).toString('base64url'),
        swScope: 'https://app.example/',
        vapidKey,
      };
      const browser = { options, token: writePushToken(options) };
      subscriptions.set(options.endpoint, { browser, ecdh, said: [] });
      return browser;
    },
    /** Sets the answers to the next requests of this browser; afterwards 201. */
    say(browser: FakeBrowser, ...said: readonly Said[]): void {
      subscriptions.get(browser.options.endpoint)?.said.push(...said);
    },
    /** Sets the answer to all requests; undefined: back to each browser's own answers. */
    sayToAll(said: Said | undefined): void {
      refuseAll = said;
    },
    /** The browser has unsubscribed: its endpoint answers 404. */
    forget: (browser: FakeBrowser) => void subscriptions.delete(browser.options.endpoint),
    /** Resolves with the condition's result when it is truthy; checked after each request. */
    until<T>(what: string, condition: (received: readonly Received[]) => T | undefined | false): Promise<T> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(check);
          reject(new Error(`Timed out waiting for ${what}; ${received.length} pushes; ${faults.join('; ')}`));
        }, PATIENCE_MS);
        const check = () => {
          const found = condition(received);
          if (found === undefined || found === false) return;
          clearTimeout(timer);
          watchers.delete(check);
          resolve(found);
        };
        watchers.add(check);
        check();
      });
    },
    async close(): Promise<void> {
      for (const response of held.keys()) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
