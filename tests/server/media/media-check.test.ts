import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createContentCheck } from '../../../server/domains/media/check.ts';
import { createContentCheckJob } from '../../../server/domains/media/content-check-job.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { loadMediaFacts, prepareMedia } from '../../../server/domains/media/message-media.ts';
import { pictureConduct } from '../../../server/domains/moderation/pictures.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { listen } from '../../harness/servers/xmpp-server.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { passOf, sendChat } from './chat-media.ts';
import { picture, sendFile, uploadName } from './media-files.ts';

let api: TestApi;
let sam: User;
let url = '';
const dataDir = temporaryFolder('media');
const seen: Buffer[] = [];
let answer: unknown = { bits: 0 };
let status = 200;

/** A check service with the answer that the test sets. */
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
const send = async (who = sam) => sendChat(api, who, { file: await picture(900, 600).jpeg().toBuffer() });
/** Returns the service messages to this user with their conversations, and deletes them. */
const saidTo = async ({ id }: User) =>
  (
    await api.pool.query(
      `with said as (delete from service_outbox where to_uid = $1 and payload->>'kind' <> 'official_message' returning id, peer::int, payload)
       select peer, payload from said order by id`,
      [id],
    )
  ).rows;
const rowOf = async (id: string) =>
  (await api.pool.query('select bits, checked_at is not null as checked from media where id = $1', [id])).rows[0];

test('a picture of a message is checked in a small size and marked with the result, and a picture of a profile is not', async () => {
  says({ bits: 2 });
  const { id } = await send();
  expect(await rowOf(id)).toEqual({ bits: 2, checked: true });
  expect(await sharp(seen.at(-1)).metadata()).toMatchObject({ format: 'jpeg', width: 224, height: 149 });
  const asked = seen.length;
  await sendFile(api, sam.vcToken, await picture().jpeg().toBuffer());
  expect(seen).toHaveLength(asked);
});

test('a file against the rules is refused and not stored', async () => {
  says({ bits: 8 });
  const before = await api.pool.query('select count(*) from media');
  expect(await send()).toMatchObject({ status: 422, data: { code: 'upload-refused' } });
  expect((await api.pool.query('select count(*) from media')).rows).toEqual(before.rows);
  expect(await saidTo(sam)).toEqual([{ peer: 1, payload: { kind: 'violate_rule', rule: 'porn-picture', count: 1 } }]);
});

test.each<[string, unknown, number]>([
  ['fails', { bits: 8 }, 500],
  ['answers an invalid value', 'bits', 200],
  ['answers unknown bits', { bits: 1 }, 200],
])('a file is accepted unmarked when the check %s', async (_what, said, code) => {
  says(said, code);
  const { id, status: own } = await send();
  expect([own, (await rowOf(id)).bits]).toEqual([200, 0]);
});

test('an unchecked file is checked later, and a late refusal removes it from its recipients', async () => {
  says({}, 500);
  const [ann, eve] = [await api.guest('ann'), await api.guest('eve')];
  const { id } = await send(ann);
  const cookie = await passOf(api, eve);
  // The shortest id that is allowed; clients of the app make longer ones.
  const mid = 'a';
  await api.pool.query(
    "insert into media_lock (id, from_uid, to_uid, source, mid, price) values ('lock', $1, $2, 'page', $3, 20)",
    [ann.id, eve.id, mid],
  );
  await api.pool.query(
    "insert into media_share (media_id, uid, source, mid, lock_id) values ($1, $2, 'message', $3, null), ($1, $2, 'page', $3, 'lock')",
    [id, eve.id, mid],
  );
  const check = createContentCheck(url, { info() {}, warn() {}, error() {} } as never);
  const job = createContentCheckJob(
    api.db,
    openMediaFolder(dataDir, 'chat'),
    check,
    pictureConduct(api.db).onTakenBack,
  );
  const { signal } = new AbortController();
  const look = async () => (await api.app.inject({ url: `/media/p/${id}`, headers: { cookie } })).statusCode;
  await job.run(signal);
  expect([await look(), await rowOf(id)]).toEqual([200, { bits: 0, checked: false }]);
  says({ bits: 8 });
  await job.run(signal);
  expect([await look(), await rowOf(id)]).toEqual([404, { bits: 8, checked: true }]);
  const removed = (about: number, of: string) => ({
    peer: about,
    payload: { kind: 'system', key: 'removed', args: { of }, about },
  });
  // A purchase on the host's page belongs to no conversation, so it has no message.
  expect(await saidTo(eve)).toEqual([removed(ann.id, mid)]);
  const told = { kind: 'violate_rule', rule: 'porn-picture', count: 1, about: eve.id };
  expect(await saidTo(ann)).toEqual([removed(eve.id, mid), { peer: eve.id, payload: { ...told, id: mid } }]);
  expect((await api.pool.query("select state from media_lock where id = 'lock'")).rows).toEqual([{ state: 'void' }]);
  // The file cannot be sent again either.
  const of = { from: ann.id, to: eve.id, mid: 'again' };
  expect((await loadMediaFacts(api.db, { media: [id] }, of)).media.size).toBe(0);
  await expect(prepareMedia(api.db, { ...of, media: [id] })).rejects.toThrow('gone');
  expect(
    (await api.app.inject({ url: `/media/p/${id}`, headers: { cookie: await passOf(api, ann) } })).statusCode,
  ).toBe(200);
});

test('an unchecked clip is checked later by three frames, and two of them are stored until then', async () => {
  says({}, 500);
  const file = await readFile(fileURLToPath(new URL('../../../demo/media/9009.mp4', import.meta.url)));
  const asked = seen.length;
  const { id } = await sendChat(api, sam, { file, name: uploadName('mp4') });
  await vi.waitFor(() => expect(seen).toHaveLength(asked + 3));
  seen.splice(asked);
  const folder = openMediaFolder(dataDir, 'chat');
  expect([await rowOf(id), (await folder.frames(id)).length]).toEqual([{ bits: 0, checked: false }, 2]);
  says({ bits: 2 });
  const check = createContentCheck(url, { info() {}, warn() {}, error() {} } as never);
  const job = createContentCheckJob(api.db, folder, check, pictureConduct(api.db).onTakenBack);
  await api.pool.query('update media set checked_at = now() where checked_at is null and id <> $1', [id]);
  await job.run(new AbortController().signal);
  expect(seen.splice(asked)).toHaveLength(3);
  expect([await rowOf(id), await folder.frames(id)]).toEqual([{ bits: 2, checked: true }, []]);
});

test('files uploaded in the same millisecond are all checked in one pass when the check does not answer for some', async () => {
  says({}, 500);
  const ids: string[] = [];
  for (let at = 0; at < 4; at += 1) ids.push((await send()).id);
  await api.pool.query('update media set checked_at = now() where checked_at is null and not id = any($1)', [ids]);
  const moments = ['.123400', '.123456', '.123456', '.123900'];
  for (const [at, id] of ids.entries())
    await api.pool.query('update media set created_at = $2 where id = $1', [id, `2026-01-01T00:00:00${moments[at]}Z`]);
  const checked: string[] = [];
  const folder = openMediaFolder(dataDir, 'chat');
  const check = async ([path = '']: readonly string[]) => {
    checked.push(...ids.filter((id) => path.includes(id.slice(2))));
    return { bits: 0 };
  };
  const job = createContentCheckJob(api.db, folder, check, async () => {});
  for (const _id of ids) await job.run(new AbortController().signal);
  expect(checked.toSorted()).toEqual(ids.toSorted());
});

test('a file without its stored picture does not end the run of the check when other files follow it', async () => {
  says({}, 500);
  const lost = await send();
  const next = await send();
  await api.pool.query('update media set checked_at = now() where checked_at is null and not id = any($1)', [
    [lost.id, next.id],
  ]);
  const folder = openMediaFolder(dataDir, 'chat');
  await folder.remove(lost.id);
  says({ bits: 2 });
  const check = createContentCheck(url, { info() {}, warn() {}, error() {} } as never);
  await createContentCheckJob(api.db, folder, check, async () => {}).run(new AbortController().signal);
  expect([await rowOf(lost.id), await rowOf(next.id)]).toEqual([
    { bits: 0, checked: false },
    { bits: 2, checked: true },
  ]);
});

test('a check that never answers delays an upload only until its timeout', async () => {
  const silent = createServer(() => {});
  const port = await listen(silent);
  const check = createContentCheck(`http://127.0.0.1:${port}/`, { info() {}, warn() {}, error() {} } as never, 50);
  const path = `${temporaryFolder('silent')}/a.webp`;
  await picture().webp().toFile(path);
  expect(await check([path])).toEqual({ bits: 0 });
  silent.closeAllConnections();
  silent.close();
});
