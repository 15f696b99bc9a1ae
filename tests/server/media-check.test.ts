import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checkLater, createContentCheck } from '../../server/media/check.ts';
import { openMediaFolder } from '../../server/media/folder.ts';
import { startApi, type TestApi, type User } from '../harness/api.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { listen } from '../harness/xmpp-server.ts';
import { passOf, sendChat } from './chat-media.ts';
import { picture, sendFile } from './media-files.ts';

let api: TestApi;
let sam: User;
let url = '';
const dataDir = temporaryFolder('media');
const seen: Buffer[] = [];
let answer: unknown = { bits: 0 };
let status = 200;

/** A service that says what the test tells it to. */
const service = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    seen.push(Buffer.concat(chunks));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(service)}/check`;
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir, MEDIA_CHECK_URL: url });
  sam = await api.guest();
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await api?.close();
});

const says = (next: unknown, code = 200) => {
  answer = next;
  status = code;
};
const send = async () => sendChat(api, sam, { file: await picture(900, 600).jpeg().toBuffer() });
const rowOf = async (id: string) =>
  (await api.pool.query('select bits, checked_at is not null as checked from media where id = $1', [id])).rows[0];

test('a picture of a message is shown small to the check, and marked with what it finds; one of a profile is not', async () => {
  says({ bits: 2 });
  const { id } = await send();
  expect(await rowOf(id)).toEqual({ bits: 2, checked: true });
  expect(await sharp(seen.at(-1)).metadata()).toMatchObject({ format: 'jpeg', width: 224, height: 149 });
  const asked = seen.length;
  await sendFile(api, sam.vcToken, await picture().jpeg().toBuffer());
  expect(seen).toHaveLength(asked);
});

test('what is against the rules is refused, and not kept', async () => {
  says({ bits: 8 });
  const before = await api.pool.query('select count(*) from media');
  expect(await send()).toMatchObject({ status: 422, data: { code: 'upload-refused' } });
  expect((await api.pool.query('select count(*) from media')).rows).toEqual(before.rows);
});

test.each<[string, unknown, number]>([
  ['fails', { bits: 8 }, 500],
  ['talks nonsense', 'bits', 200],
  ['names bits that there are not', { bits: 1 }, 200],
])('a check that %s refuses nothing', async (_what, said, code) => {
  says(said, code);
  const { id, status: own } = await send();
  expect([own, (await rowOf(id)).bits]).toEqual([200, 0]);
});

test('what nobody checked is checked later, and a late refusal takes it from its receivers', async () => {
  says({}, 500);
  const { id } = await send();
  const eve = await api.guest('eve');
  const cookie = await passOf(api, eve);
  await api.pool.query('insert into media_share (media_id, uid, mid) values ($1, $2, $3)', [id, eve.id, 'm']);
  const check = createContentCheck(url, { info() {}, warn() {}, error() {} } as never);
  const job = checkLater(api.db, openMediaFolder(dataDir, 'chat'), check);
  const { signal } = new AbortController();
  const look = async () => (await api.app.inject({ url: `/media/p/${id}`, headers: { cookie } })).statusCode;
  await job.run(signal);
  expect([await look(), await rowOf(id)]).toEqual([200, { bits: 0, checked: false }]);
  says({ bits: 8 });
  await job.run(signal);
  expect([await look(), await rowOf(id)]).toEqual([404, { bits: 8, checked: true }]);
  expect(
    (await api.app.inject({ url: `/media/p/${id}`, headers: { cookie: await passOf(api, sam) } })).statusCode,
  ).toBe(200);
});

test('a check that never answers holds an upload for its time only', async () => {
  const silent = createServer(() => {});
  const port = await listen(silent);
  const check = createContentCheck(`http://127.0.0.1:${port}/`, { info() {}, warn() {}, error() {} } as never, 50);
  const path = `${temporaryFolder('silent')}/a.webp`;
  await picture().webp().toFile(path);
  expect(await check([path])).toEqual({ bits: 0 });
  silent.closeAllConnections();
  silent.close();
});
