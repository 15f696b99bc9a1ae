import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { mediaIdOf } from '../../../contract/media/media.ts';
import { UNNAMED_MEDIA_KEPT_MS, UPLOAD_BYTES_PER_DAY, UPLOADS_PER_DAY } from '../../../contract/media/rules.ts';
import { forgetStrayFiles, forgetUnnamedMedia } from '../../../server/domains/media/clean-up.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { media } from '../../../server/domains/media/tables.ts';
import { profile } from '../../../server/domains/people/tables.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { sendChat } from './chat-media.ts';
import { picture, sendFile } from './media-files.ts';

let api: TestApi;
let sam: User;
const dataDir = temporaryFolder('clean-up');
const folder = openMediaFolder(dataDir);
const later = () => Date.now() + UNNAMED_MEDIA_KEPT_MS + 60_000;

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  sam = await api.guest();
});
afterAll(() => api?.close());

async function send(user = sam): Promise<string> {
  const { url } = await sendFile(api, user.vcToken, await picture(16, 16).png().toBuffer());
  return mediaIdOf(url) ?? '';
}
const kept = async (ids: readonly string[]) => {
  const rows = await api.db
    .select({ id: media.id })
    .from(media)
    .where(inArray(media.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
};
const urlOf = (id: string) => `/media/${id}`;

test('media that no profile or clip uses are deleted after a day with their files, and no others', async () => {
  const eve = await api.guest();
  const [avatar, album, poster, clip, thumbnail, shared, unnamed] = await Promise.all(
    Array.from({ length: 7 }, () => send()),
  );
  if (!(avatar && album && poster && clip && thumbnail && shared && unnamed)) throw new Error('Not sent');
  await api.db.update(media).set({ posterId: poster }).where(eq(media.id, clip));
  const videos = [{ thumbnail: urlOf(thumbnail), videoUrl: urlOf(clip), checksum: '' }];
  await api.db
    .update(profile)
    .set({ avatarUrl: urlOf(avatar), albums: [urlOf(album)], videos })
    .where(eq(profile.uid, sam.id));
  // Seeded profiles show media of other accounts.
  await api.db
    .update(profile)
    .set({ albums: [urlOf(shared)] })
    .where(eq(profile.uid, eve.id));
  const sizedFile = folder.sized(unnamed, 480, 'webp');
  writeFileSync(sizedFile, 'small');
  const all = [avatar, album, poster, clip, thumbnail, shared, unnamed];

  await forgetUnnamedMedia(api.db, folder).run();
  expect(await kept(all)).toEqual(new Set(all));

  await forgetUnnamedMedia(api.db, folder, later).run();
  expect(await kept(all)).toEqual(new Set(all.slice(0, -1)));
  expect([folder.original(unnamed, 'picture'), sizedFile].some(existsSync)).toBe(false);
  expect(existsSync(folder.original(avatar, 'picture'))).toBe(true);
});

test('an old file without a row is deleted, and a new one is not', async () => {
  const [old, young] = ['00'.padEnd(32, 'a'), '00'.padEnd(32, 'b')].map((id) => folder.original(id, 'picture'));
  if (!old || !young) throw new Error('No paths');
  mkdirSync(dirname(old), { recursive: true });
  for (const path of [old, young]) writeFileSync(path, 'left');
  utimesSync(old, new Date(0), new Date(0));
  await forgetUnnamedMedia(api.db, folder).run();
  expect([old, young].map(existsSync)).toEqual([false, true]);
});

test('media that a transaction is about to use are not deleted', async () => {
  const id = await send();
  const { promise: named, resolve: name } = Promise.withResolvers<void>();
  const { promise: waits, resolve: isWaiting } = Promise.withResolvers<void>();
  const naming = api.db.transaction(async (tx) => {
    await tx.select({ id: media.id }).from(media).where(eq(media.id, id)).for('key share');
    isWaiting();
    await named;
    await tx
      .update(profile)
      .set({ avatarUrl: urlOf(id) })
      .where(eq(profile.uid, sam.id));
  });
  await waits;
  const cleaning = forgetUnnamedMedia(api.db, folder, later).run();
  await vi.waitFor(async () => {
    const { rows } = await api.db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows.length).toBeGreaterThan(0);
  }, 10_000);
  name();
  await Promise.all([naming, cleaning]);
  expect(await kept([id])).toEqual(new Set([id]));
});

test('an account has a daily quota of files and bytes, and gets the reason of a refusal', async () => {
  const user = await api.guest();
  const row = (at: number, bytes: number, createdAt = new Date()) => ({
    id: `${String(user.id).padStart(16, '0')}${String(at).padStart(16, '0')}`,
    ownerUid: user.id,
    kind: 'picture' as const,
    width: 1,
    height: 1,
    bytes,
    createdAt,
  });
  const refusal = { status: 429, data: { code: 'upload-quota' } };
  const small = await picture(8, 8).png().toBuffer();
  const yesterday = new Date(Date.now() - 90_000_000);
  // Uploads of another account do not count against the limit.
  await api.db.insert(media).values({ ...row(999, UPLOAD_BYTES_PER_DAY), ownerUid: sam.id });
  await api.db.insert(media).values([row(0, UPLOAD_BYTES_PER_DAY, yesterday), row(1, 5)]);
  expect(await sendFile(api, user.vcToken, small)).toMatchObject({ status: 200 });
  await api.db.insert(media).values(row(2, UPLOAD_BYTES_PER_DAY));
  expect(await sendFile(api, user.vcToken, small)).toMatchObject(refusal);
  await api.db.delete(media).where(eq(media.id, row(2, 0).id));
  const many = Array.from({ length: UPLOADS_PER_DAY - 3 }, (_, at) => row(at + 10, 5));
  await api.db.insert(media).values(many);
  // Two uploads compete for the one that is left.
  const answers = await Promise.all([sendFile(api, user.vcToken, small), sendFile(api, user.vcToken, small)]);
  const accepted = answers.filter(({ status }) => status === 200).length;
  expect(accepted).toBeLessThanOrEqual(1);
  if (accepted === 0) await api.db.insert(media).values(row(5, 5));
  expect(await sendFile(api, user.vcToken, small)).toMatchObject(refusal);
  // A finished upload, refused or stored, no longer counts as in progress, and the poster of a clip does not count.
  await api.db
    .update(media)
    .set({ posterId: row(10, 0).id })
    .where(eq(media.id, row(11, 0).id));
  expect(await sendFile(api, user.vcToken, Buffer.from('no picture at all'))).toMatchObject({ status: 415 });
  expect(await sendFile(api, user.vcToken, small)).toMatchObject({ status: 200 });
  expect(await sendFile(api, user.vcToken, small)).toMatchObject(refusal);
});

test('files of messages without a row are deleted after a day, and those with a row are not', async () => {
  const own = openMediaFolder(dataDir, 'chat');
  const { id } = await sendChat(api, sam, { file: await picture(16, 16).png().toBuffer() });
  const [stray, young] = [`${id.slice(0, 2)}${'a'.repeat(30)}`, `${id.slice(0, 2)}${'b'.repeat(30)}`];
  for (const one of [stray, young]) writeFileSync(own.original(one, 'sound'), 'left behind');
  const old = new Date(Date.now() - UNNAMED_MEDIA_KEPT_MS - 60_000);
  for (const path of [own.original(id, 'picture'), own.original(stray, 'sound')]) utimesSync(path, old, old);
  const job = forgetStrayFiles(api.db, own);
  for (let folders = 0; folders < 256; folders += 1) await job.run();
  expect(existsSync(own.original(id, 'picture'))).toBe(true);
  expect(existsSync(own.original(young, 'sound'))).toBe(true);
  expect(existsSync(own.original(stray, 'sound'))).toBe(false);
});
