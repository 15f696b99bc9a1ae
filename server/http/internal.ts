import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import * as v from 'valibot';
import { XML_MAX_BYTES } from '../../contract/xml/rules.ts';

/** Largest stanza of the edge, as text within JSON. */
const MAX_BYTES = XML_MAX_BYTES * 2;
const LOOPBACK = '127.0.0.1';

export type RouteAnswer = { readonly status: number; readonly body?: string };
/** Answers a request of the XMPP server: receives the parsed JSON of the body, undefined when it is invalid. */
export type InternalRoute = (body: unknown) => Promise<RouteAnswer>;

export type InternalOptions = {
  /** Shared by this process and the XMPP server it runs. */
  readonly secret: string;
  /** Handlers by path, such as `/xmpp/vcard`. */
  readonly routes: Readonly<Record<string, InternalRoute>>;
  /** 0 for any free port. */
  readonly port: number;
};

export type Internal = { readonly port: number; close(): Promise<void> };

/**
 * Loopback listener for the modules of the XMPP server, all by POST with the secret as bearer. Separate from the public port,
 * so that no proxy can ever reach it.
 */
export async function startInternal({ secret, routes, port }: InternalOptions): Promise<Internal> {
  async function answer(request: IncomingMessage): Promise<RouteAnswer> {
    const { url = '', method, headers } = request;
    const route = method === 'POST' && Object.hasOwn(routes, url) ? routes[url] : undefined;
    if (route === undefined) return { status: 404 };
    if (!isSame(headers.authorization ?? '', `Bearer ${secret}`)) return { status: 403 };
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), await readBody(request));
    return route(parsed.success ? parsed.output : undefined);
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    answer(request).then(
      ({ status, body }) => response.writeHead(status).end(body),
      // Not 401: a failed database must not look like a wrong token.
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, LOOPBACK, done);
  });
  // While it listens, a connection that cannot be accepted does not end the process; Prosody asks again.
  server.on('error', () => undefined);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The internal listener has no port');
  return {
    port: address.port,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const digest = (text: string) => createHash('sha256').update(text).digest();
/** Compares digests, so that neither the content nor the length affects the time it takes. */
const isSame = (left: string, right: string) => timingSafeEqual(digest(left), digest(right));
