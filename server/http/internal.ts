import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import * as v from 'valibot';

const MAX_BYTES = 8_192;
const LOOPBACK = '127.0.0.1';

const claim = v.object({ user: v.string(), host: v.string(), token: v.string() });
/** `user` is the local name, such as `u_100001`. */
export type TokenClaim = v.InferOutput<typeof claim>;

export type InternalOptions = {
  /** Known to this process and to the XMPP server it runs. */
  readonly secret: string;
  readonly check: (claim: TokenClaim) => Promise<boolean>;
  /** 0 for any free one. */
  readonly port: number;
};

/**
 * The loopback listener behind the XMPP server's auth module: `POST /xmpp/check {user, host, token}` with the secret as
 * bearer answers 200 or 401. Apart from the public port, so that no proxy can ever lead to it.
 */
export async function startInternal({ secret, check, port }: InternalOptions) {
  async function statusOf(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST' || request.url !== '/xmpp/check') return 404;
    if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) return 403;
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), claim), await readBody(request));
    return parsed.success && (await check(parsed.output)) ? 200 : 401;
  }

  const server = createServer((request, response) => {
    statusOf(request).then(
      (status) => response.writeHead(status).end(),
      // Not 401: a database that is down must not look like a wrong token.
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, LOOPBACK, done);
  });
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
/** By digests, so that neither the content nor the length shows in the time it takes. */
const isSame = (left: string, right: string) => timingSafeEqual(digest(left), digest(right));
