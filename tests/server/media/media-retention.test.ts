import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DAY_MS } from '../../../contract/durations.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { loadMediaFacts, lockIdOf, prepareMedia } from '../../../server/domains/media/message-media.ts';
import { forgetPrivateMedia } from '../../../server/domains/media/retention.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { passOf, sendChat } from './chat-media.ts';
import { picture, uploadName } from './media-files.ts';

let api: TestApi;
let ada: User;
let ben: User;
let file: Buffer;
const dataDir = temporaryFolder('media');
const folder = openMediaFolder(dataDir, 'chat');
const signal = new AbortController().signal;

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  ada = await api.guest('ada');
  ben = await api.guest('ben');
  file = await picture().jpeg().toBuffer();
});
afterAll(() => api?.close());

const sent = (mid: string) => ({ from: ada.id, to: ben.id, mid });
const upload = async (user = ada) => (await sendChat(api, user, { file })).id;
const forget = (days: number) => forgetPrivateMedia(api.db, folder, () => Date.now() + days * DAY_MS).run(signal);
const isKept = (id: string) => existsSync(folder.original(id, 'picture'));
const statusFor = async (user: User, id: string) =>
  (await api.app.inject({ url: `/media/p/${id}`, headers: { cookie: await passOf(api, user) } })).statusCode;
const lockOf = async (mid: string) =>
  (await api.pool.query('select state, price from media_lock where id = $1', [lockIdOf(sent(mid))])).rows;

test('the edge finds only the sender’s own media, with the facts about them', async () => {
  const own = await upload();
  const foreign = await upload(ben);
  const gone = await upload();
  await api.pool.query('update media set gone_at = now() where id = $1', [gone]);
  const facts = await loadMediaFacts(api.db, { media: [own, foreign, gone, '0'.repeat(32)] }, sent('a'), 5);
  expect([...facts.media.keys()]).toEqual([own]);
  expect(facts.media.get(own)).toMatchObject({ id: own, kind: 'picture', w: 200, h: 120, bits: 0, owner: ada.id });
  expect(facts.media.get(own)?.lockBlur).toMatch(/^data:image\/webp/);
  expect(facts).toMatchObject({ now: 5, today: 0, lockId: lockIdOf(sent('a')) });
});

test('a message gives its receiver, and no other user, access to its media, once however often it is sent', async () => {
  const id = await upload();
  expect(await statusFor(ben, id)).toBe(404);
  await Promise.all([1, 2, 3].map(() => prepareMedia(api.db, { ...sent('b'), media: [id, id] })));
  expect(await statusFor(ben, id)).toBe(200);
  expect(await statusFor(await api.guest('eve'), id)).toBe(404);
  const { rows } = await api.pool.query('select uid, mid, lock_id from media_share where media_id = $1', [id]);
  expect(rows).toEqual([{ uid: String(ben.id), mid: 'b', lock_id: null }]);
});

test('a locked message writes one lock, which keeps its media closed until it is unlocked', async () => {
  const id = await upload();
  const message = { ...sent('c'), media: [id], lock: { price: 20 } };
  await Promise.all([1, 2, 3].map(() => prepareMedia(api.db, message)));
  expect(await lockOf('c')).toEqual([{ state: 'locked', price: 20 }]);
  expect([await statusFor(ada, id), await statusFor(ben, id)]).toEqual([200, 404]);
  await api.pool.query("update media_lock set state = 'opened' where id = $1", [lockIdOf(sent('c'))]);
  expect(await statusFor(ben, id)).toBe(200);
  // A repeat of the same message does not count itself; another message counts it.
  expect((await loadMediaFacts(api.db, { daily: 'priced' }, sent('c'))).today).toBe(0);
  expect(await loadMediaFacts(api.db, { daily: 'priced' }, sent('d'))).toMatchObject({
    today: 1,
    lastAt: expect.any(Number),
  });
});

test('a message with media of another user or with deleted media writes nothing', async () => {
  const foreign = await upload(ben);
  const message = { ...sent('e'), media: [await upload(), foreign], lock: { price: 20 } };
  await expect(prepareMedia(api.db, message)).rejects.toThrow('gone');
  expect(await lockOf('e')).toEqual([]);
  expect((await api.pool.query("select 1 from media_share where mid = 'e'")).rows).toEqual([]);
});

test('an unsent file is deleted after a day and a sent one after half a year, and its address answers gone', async () => {
  const name = uploadName('jpg');
  const unsent = (await sendChat(api, ada, { name, file })).id;
  const shown = await upload();
  await prepareMedia(api.db, { ...sent('f'), media: [shown] });
  await forget(0.9);
  expect([isKept(unsent), isKept(shown)]).toEqual([true, true]);
  await forget(1.1);
  expect([isKept(unsent), isKept(shown)]).toEqual([false, true]);
  expect(await statusFor(ada, unsent)).toBe(410);
  // The file name can be used again, so a message that waited too long can still be sent.
  expect((await sendChat(api, ada, { name, file })).id).not.toBe(unsent);
  await forget(179);
  expect(isKept(shown)).toBe(true);
  await forget(181);
  expect([isKept(shown), await statusFor(ben, shown)]).toEqual([false, 410]);
  await forget(212);
  expect(await statusFor(ben, shown)).toBe(404);
});

test('a lock that was not opened for a month is void, and its files are deleted', async () => {
  const locked = await upload();
  await prepareMedia(api.db, { ...sent('g'), media: [locked], lock: { price: 10 } });
  await forget(29);
  expect([isKept(locked), await lockOf('g')]).toEqual([true, [{ state: 'locked', price: 10 }]]);
  await forget(31);
  expect([isKept(locked), await lockOf('g')]).toEqual([false, [{ state: 'void', price: 10 }]]);
});

test('a file is either sent or deleted when a message and the clean-up use it at once', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => upload()));
  await api.pool.query('update media set kept_until = now() where id = any($1)', [ids]);
  const prepared = await Promise.allSettled([
    ...ids.map((id) => prepareMedia(api.db, { ...sent(id), media: [id] })),
    forget(0.01),
  ]);
  for (const [at, id] of ids.entries()) expect(isKept(id)).toBe(prepared[at]?.status === 'fulfilled');
});

test('the files of a deleted account are deleted within two clean-ups after an hour, including its sizes', async () => {
  const left = await api.guest('left');
  const id = await upload(left);
  expect(
    (await api.app.inject({ url: `/media/p/${id}/img160`, headers: { cookie: await passOf(api, left) } })).statusCode,
  ).toBe(200);
  await api.pool.query('delete from account where uid = $1', [left.id]);
  const own = () => readdirSync(join(folder.root, id.slice(0, 2))).filter((name) => name.startsWith(id.slice(2)));
  await forget(0);
  expect(own()).toHaveLength(2);
  const old = (Date.now() - 3_700_000) / 1_000;
  for (const name of own()) utimesSync(join(folder.root, id.slice(0, 2), name), old, old);
  await forget(0);
  expect(own()).toEqual([]);
});

test.each<[string, string, number, string, boolean]>([
  ['a day', 'picture', 200, '1', true],
  ['a day', 'picture', 199, '1', false],
  ['a day', 'sound', 200, '1', false],
  ['all time', 'clip', 1, '1000000000', true],
])(
  'the quota of %s (%#): a picture after some files of a kind is refused or accepted',
  async (_of, kind, count, bytes, isRefused) => {
    const user = await api.guest(`quota-${kind}-${count}`);
    await api.pool.query(
      `insert into media (id, owner_uid, kind, purpose, width, height, bytes, ms)
     select md5($1::bigint || '/' || n), $1::bigint, $2, 'chat', 1, 1, $4::integer, 1000 from generate_series(1, $3::integer) n`,
      [user.id, kind, count, bytes],
    );
    const answer = await sendChat(api, user, { file });
    expect([answer.status, answer.data?.code]).toEqual(isRefused ? [429, 'upload-quota'] : [200, undefined]);
    // A host has a quota of four times as many files and ten times the bytes; profile pictures have their own quota.
    await api.pool.query('update account set role = 3 where uid = $1', [user.id]);
    expect((await sendChat(api, user, { file })).status).toBe(200);
  },
);
