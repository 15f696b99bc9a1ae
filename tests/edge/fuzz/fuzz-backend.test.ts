import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import xml from '@xmpp/xml';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HUB_NS } from '../../../contract/calls/hub.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { SERVICES } from '../../../contract/jid.ts';
import { STREAMS_PER_ACCOUNT_MAX } from '../../../server/platform/edge/bounds.ts';
import type { User } from '../../harness/api.ts';
import { hostileAction, hostileCall, hostileFile, hostileFrame } from '../../harness/browser/hostile.ts';
import { envelope } from '../../harness/envelope.ts';
import type { RawClient } from '../../harness/raw-client.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { DOMAIN } from '../../harness/servers/xmpp-server.ts';
import { multipart, picture, uploadName } from '../../server/media/media-files.ts';
import { hasId } from '../messages.ts';

/**
 * FUZZ_INPUTS=2000 runs the full 10,000 inputs (with the ports of `tests/unit/worker/core/port.test.ts`) and also checks the event loop.
 */
const WHOLE = process.env['FUZZ_INPUTS'];
const EACH = Number(WHOLE ?? 60);
const AT_ONCE = 20;
const STREAMS = STREAMS_PER_ACCOUNT_MAX;
const STALL_MS = 50;
const RESOLUTION_MS = 1;

let backend: Backend;
let sam: User;
let honest: RawClient;
const stall = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
beforeAll(async () => {
  backend = await startWholeBackend(inject('postgresUrl'));
  sam = await backend.logIn(100_001);
  honest = await backend.connect(await backend.logIn(264_457_002));
});
afterAll(() => backend?.close());

const samples = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: EACH, seed: 10 });

/** Runs the inputs in groups of `atOnce`. With FUZZ_INPUTS set, it also checks the event loop delay. */
async function each<T>(
  inputs: readonly T[],
  run: (input: T, n: number) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  stall.reset();
  stall.enable();
  for (let at = 0; at < inputs.length; at += atOnce) {
    await Promise.all(inputs.slice(at, at + atOnce).map((input, n) => run(input, at + n)));
  }
  stall.disable();
  const p99 = stall.percentile(99) / 1e6 - RESOLUTION_MS;
  if (WHOLE === undefined) return;
  console.info(
    `${inputs.length} inputs: event loop stall p99 ${p99.toFixed(1)} ms, max ${(stall.max / 1e6).toFixed(1)} ms`,
  );
  expect(p99).toBeLessThanOrEqual(STALL_MS);
}

let pings = 0;
async function everybodyIsServed(): Promise<void> {
  for (const service of SERVICES) {
    pings += 1;
    const ping = xml('ping', { xmlns: 'urn:xmpp:ping' });
    honest.send(xml('iq', { xmlns: 'jabber:client', type: 'get', id: `p${pings}`, to: `${service}.${DOMAIN}` }, ping));
    expect((await honest.take('a pong', hasId(`p${pings}`))).attrs['type']).toBe('result');
  }
  expect((await fetch(`${backend.url}/healthz`)).status).toBe(200);
}

const post = (path: string, body: BodyInit, headers: Record<string, string>) =>
  fetch(`${backend.url}${path}`, { method: 'POST', body, headers });

/** Expects a status below 500, and the error envelope of the API. */
async function expectOurs(response: Response): Promise<void> {
  expect(response.status).toBeLessThan(500);
  const answer = await response.json();
  expect(answer.result).toBe(response.status === 200 ? 1 : response.status);
}

test('the server answers without a 5xx status when an HTTP call is hostile', async () => {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    authorization: `Bearer ${sam.vcToken}`,
    'x-token': sam.vcToken,
  };
  await each(samples(hostileCall), async ({ name, data, cut }) => {
    const body = JSON.stringify(envelope(data as object, sam));
    await expectOurs(await post(endpoints[name].path, cut === null ? body : body.slice(0, cut), headers));
  });
  await everybodyIsServed();
});

test('the server answers without a 5xx status when an upload form is hostile', async () => {
  await each(samples(hostileFile), async ({ field, filename, bytes }) => {
    const form = multipart([
      ['token', sam.vcToken],
      ['filename', filename],
      [field, bytes],
    ]);
    await expectOurs(await post('/upload', new Uint8Array(form.payload), form.headers));
  });
  await everybodyIsServed();
});

test('a hostile frame gets an answer or ends only its own stream', async () => {
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => backend.connect(sam)));
  await each(
    samples(hostileFrame),
    async (frame, n) => {
      const at = n % STREAMS;
      const stream = streams[at];
      if (!stream || stream.isClosed()) streams[at] = await backend.connect(sam);
      const client = streams[at] as RawClient;
      client.frames.length = 0;
      client.send(frame);
      client.send("<r xmlns='urn:xmpp:sm:3'/>");
      const isOver = () => (client.isClosed() || client.frames.some(({ name }) => name === 'a') ? true : undefined);
      await client.until('an answer or the end', isOver);
    },
    STREAMS,
  );
  await everybodyIsServed();
});

test('every request to the hub gets an answer when its data is hostile', async () => {
  const asker = await backend.connect(sam);
  await each(samples(hostileAction), async ({ name, sid, data }, n) => {
    const action = xml('action', { xmlns: HUB_NS, name, sid });
    // Written as ASCII JSON, so that the frame is valid XML for any data.
    const json = JSON.stringify(data).replace(
      /[^\x20-\x7e]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    action.append(xml('json', { xmlns: 'urn:xmpp:json:0' }, json));
    asker.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id: `f${n}`, to: `hub.${DOMAIN}` }, action));
    const answer = await asker.take(`the answer to ${name}`, hasId(`f${n}`));
    expect(answer.getChild('error')?.getChild('internal-server-error')).toBeUndefined();
  });
  await everybodyIsServed();
});

/** Sends all bytes at once and resets the TCP connection: before an answer, or with the first answer unread. */
function reset(said: Buffer, when: 'at once' | 'when it is answered'): Promise<void> {
  const { port } = new URL(backend.url);
  return new Promise((done) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    socket.on('error', () => undefined).once('close', () => done());
    socket.write(said, () => when === 'at once' && socket.resetAndDestroy());
    socket.once('readable', () => socket.resetAndDestroy());
  });
}

test('the server survives when a client resets the connection at any point', async () => {
  const { host } = new URL(backend.url);
  const head = (line: string, ...headers: string[]) =>
    Buffer.from([`${line} HTTP/1.1`, `host: ${host}`, ...headers, '', ''].join('\r\n'));
  const upgrade = head(
    'GET /xmpp-websocket',
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol: xmpp',
    `origin: ${backend.url}`,
  );
  /** RFC 6455, section 5.2, with a mask of zeros. */
  const frame = (text: string) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length);
    return Buffer.concat([Buffer.from([0x81, 0xfe]), length, Buffer.alloc(4), Buffer.from(text)]);
  };
  const opened = Buffer.concat([
    upgrade,
    frame(`<open xmlns='urn:ietf:params:xml:ns:xmpp-framing' to='${DOMAIN}' version='1.0'/>`),
  ]);
  const secret = Buffer.from(`\0u_${sam.id}\0${sam.vcToken}`).toString('base64');
  const login = frame(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${secret}</auth>`);

  const json = JSON.stringify(envelope({ action: 1 }, sam));
  const ask = head(
    `POST ${endpoints.account.path}`,
    'content-type: application/json',
    `content-length: ${json.length}`,
    `authorization: Bearer ${sam.vcToken}`,
    `x-token: ${sam.vcToken}`,
  );
  const file = await picture(300, 300).jpeg().toBuffer();
  const form = multipart([
    ['token', sam.vcToken],
    ['filename', uploadName('jpg')],
    ['file', file],
  ]);
  const send = head(
    'POST /upload',
    `content-type: ${form.headers['content-type']}`,
    `content-length: ${form.payload.length}`,
  );
  const kept = (await (await post('/upload', new Uint8Array(form.payload), form.headers)).json()) as { url: string };
  const upTo = (part: string | number) =>
    form.payload.subarray(0, typeof part === 'number' ? part : form.payload.indexOf(part));

  const said: Readonly<Record<string, Buffer>> = {
    nothing: Buffer.alloc(0),
    'half a request': ask.subarray(0, 30),
    'half a body': Buffer.concat([ask, Buffer.from(json.slice(0, 40))]),
    'a request': Buffer.concat([ask, Buffer.from(json)]),
    'no HTTP': Buffer.from('NONSENSE\r\n\r\n'),
    'half a form, without its token': Buffer.concat([send, upTo('filename')]),
    'half a form, before its file': Buffer.concat([send, upTo('"file"')]),
    'half a file': Buffer.concat([send, upTo(form.payload.length / 2)]),
    'a file': Buffer.concat([send, form.payload]),
    // More answers than the socket buffers, so that the server is still writing at the reset.
    'many pictures': Buffer.concat(Array.from({ length: 40 }, () => head(`GET ${kept.url}`))),
    'half an upgrade': upgrade.subarray(0, 60),
    'an upgrade': upgrade,
    'a stream that begins': opened,
    'half a frame': Buffer.concat([opened, login.subarray(0, 40)]),
    'a login': Buffer.concat([opened, login]),
  };
  for (const [what, bytes] of Object.entries(said)) {
    // A partial or empty request gets no answer.
    const whens = /^(?:no|half)/.test(what) ? (['at once'] as const) : (['at once', 'when it is answered'] as const);
    for (const when of whens) await Promise.all(Array.from({ length: 3 }, () => reset(bytes, when)));
  }
  await everybodyIsServed();
});
