import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

type Stored = { readonly body: Buffer; readonly at: Date; readonly etag: string };
/** `cut`: the connection ends in the middle of a body. `silent`: no answer. `no-bucket`: as if the bucket were deleted. */
export type Fault = 'error' | 'cut' | 'silent' | 'no-bucket' | undefined;

export type FakeS3 = {
  /** Value for the setting MEDIA_URL. */
  readonly url: string;
  readonly files: Map<string, Stored>;
  /** Method and key of each request. */
  readonly asked: string[];
  /** Decides the fault of a request; undefined: it succeeds. */
  fault: (method: string, key: string) => Fault;
  /** Total bytes of file bodies sent. */
  sentBytes: number;
  /** Resolves when no request is in progress. */
  idle(): Promise<void>;
  close(): Promise<void>;
};

const BUCKET = 'pictures';
const KEY = 'key-of-ours';
const SECRET = 'secret/of+ours';
const SIGNED = new RegExp(
  `^AWS4-HMAC-SHA256 Credential=${KEY}/\\d{8}/eu-test/s3/aws4_request, SignedHeaders=[^,]*host[^,]*, Signature=[0-9a-f]{64}$`,
);
const PAGE = 2;
const CHUNK_BYTES = 65_536;

/** An object store on loopback with the subset of S3 that the server uses (path-style addresses), which can fail. */
export async function startFakeS3(): Promise<FakeS3> {
  const files = new Map<string, Stored>();
  const asked: string[] = [];
  const answering = new Set<Promise<unknown>>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://fake');
    const method = request.method ?? '';
    const [, bucket = '', ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    const fail = (status: number, code: string) =>
      response.writeHead(status, { 'content-type': 'application/xml' }).end(method === 'HEAD' ? '' : errorXml(code));
    asked.push(`${method} ${key}`);
    const body = await bodyOf(request);
    if (!SIGNED.test(request.headers.authorization ?? '') || request.headers['x-amz-content-sha256'] === undefined)
      return void fail(403, 'AccessDenied');
    const fault = fake.fault(method, key);
    if (fault === 'silent') return;
    if (fault === 'error') return void fail(500, 'InternalError');
    if (bucket !== BUCKET || fault === 'no-bucket') return void fail(404, 'NoSuchBucket');
    if (fault === 'cut' && method === 'PUT') return void request.socket.destroy();

    if (method === 'PUT') {
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      files.set(key, { body, etag, at: new Date() });
      return void response.writeHead(200, { etag }).end();
    }
    if (method === 'DELETE') {
      files.delete(key);
      return void response.writeHead(204).end();
    }
    if (method === 'GET' && query.get('list-type') === '2') return void response.writeHead(200).end(list(query));
    const found = files.get(key);
    if (found === undefined) return void fail(404, 'NoSuchKey');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const sent = first === undefined ? found.body : found.body.subarray(Number(first), Number(last) + 1);
    const range = `bytes ${first}-${last}/${found.body.length}`;
    response.writeHead(first === undefined ? 200 : 206, {
      etag: found.etag,
      'last-modified': found.at.toUTCString(),
      'content-length': sent.length,
      ...(first !== undefined && { 'content-range': range }),
    });
    if (method === 'HEAD') return void response.end();
    if (fault !== 'cut') return pipeline(Readable.from(chunksOf(sent)), response).catch(() => undefined);
    response.write(sent.subarray(0, sent.length / 2), () => response.destroy());
  }

  function* chunksOf(body: Buffer) {
    for (let at = 0; at < body.length; at += CHUNK_BYTES) {
      const chunk = body.subarray(at, at + CHUNK_BYTES);
      fake.sentBytes += chunk.length;
      yield chunk;
    }
  }

  function list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const all = [...files.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = all.slice(0, PAGE);
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    const more = all.length > PAGE;
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${next}${contents}</ListBucketResult>`;
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    const over = new Promise((done) => response.once('close', done)).finally(() => answering.delete(over));
    answering.add(over);
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const fake: FakeS3 = {
    url: `s3://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/${BUCKET}?region=eu-test&tls=off`,
    files,
    asked,
    fault: () => undefined,
    sentBytes: 0,
    async idle() {
      await Promise.all(answering);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return fake;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const errorXml = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
