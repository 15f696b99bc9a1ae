import { request } from 'node:https';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { uploadAnswer } from '../../../contract/media/media.ts';
import { openRaw, signIn } from '../../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { startNginx } from '../../harness/servers/nginx.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';
import { multipart, picture, uploadName } from '../media/media-files.ts';

const ANN = 100_001;
/** No process listens on this port, like while one is replaced. */
const AWAY = 9;
let backend: Backend;
let proxy: Awaited<ReturnType<typeof startNginx>>;

beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'), { env: { TRUST_PROXY: 'loopback', HOST: '127.0.0.1' } });
  proxy = await startNginx([AWAY, Number(new URL(backend.url).port)]);
});
afterAll(async () => {
  await proxy?.stop();
  await backend?.close();
});

type Answer = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly text: string };

/** Sends one request to the proxy like a browser. */
function ask(path: string, method = 'GET', headers: Record<string, string | number> = {}, body?: Buffer) {
  return new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(proxy.url);
    const sent = request({ hostname, port, path, method, headers, ca: proxy.certificate }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('the proxy sends every request to the process that is up, with the scheme https', async () => {
  for (let n = 0; n < 6; n += 1) {
    const { status, headers } = await ask('/openapi.json');
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toBeDefined();
  }
});

test('a stream and an upload pass the proxy', async () => {
  const ann = await backend.logIn(ANN);
  const client = await openRaw(`${proxy.url.replace('https', 'wss')}/xmpp-websocket`, proxy.url, {}, proxy.certificate);
  await signIn(client, { user: `u_${ann.id}`, token: ann.vcToken, domain: DOMAIN });
  client.cut();

  const { payload, headers } = multipart([
    ['token', ann.vcToken],
    ['filename', uploadName('jpg')],
    ['file', await picture(1_600, 1_200).jpeg().toBuffer()],
  ]);
  const stored = await ask('/upload', 'POST', { ...headers, 'content-length': payload.length }, payload);
  expect(stored.status).toBe(200);
  const { url } = v.parse(uploadAnswer, JSON.parse(stored.text));
  expect((await ask(url)).status).toBe(200);
});

test('the proxy does not expose health checks, and redirects plain HTTP to https', async () => {
  for (const path of ['/readyz', '/healthz']) expect((await ask(path)).status).toBe(404);
  const plain = await fetch(`http://127.0.0.1:${proxy.plainPort}/profile`, { redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://127.0.0.1/profile']);
});
