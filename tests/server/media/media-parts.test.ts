import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { HOUR_MS } from '../../../contract/durations.ts';
import { CHAT_FILE_MAX_BYTES, PART_BYTES } from '../../../contract/media/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { openParts } from '../../../server/domains/media/upload/parts.ts';
import { type Claim, openUploadRoom } from '../../../server/domains/media/upload/room.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import type { Uploaded } from '../../../worker/base/upload-owner.ts';
import { sendInParts } from '../../../worker/media/send-parts.ts';
import type { Piece, ReceivedBytes } from '../../../worker/media/sending.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { sendChat } from './chat-media.ts';
import { multipart, picture, uploadName } from './media-files.ts';

let api: TestApi;
let sam: User;
let port = 0;
const dataDir = temporaryFolder('media');

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  sam = await api.guest();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const address = api.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  port = address.port;
});
afterAll(() => api?.close());

/** Lists every file of messages, temporary ones included. */
const files = () => {
  const root = join(dataDir, 'media-private');
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
};
const unfinished = () => files().filter(({ parentPath }) => parentPath.includes('/media-private/tmp'));
const rowsOf = async (user: User) =>
  (await api.pool.query("select id from media where owner_uid = $1 and purpose = 'chat'", [user.id])).rows;

const roomOf = async (user: User) =>
  (await api.pool.query('select bytes::int, written::int from upload_room where uid = $1', [user.id])).rows;

describe('uploads in parts', () => {
  test('a file of 50 MB is stored once when its connection is cut ten times', async () => {
    const user = await api.guest('far');
    const file = Buffer.alloc(CHAT_FILE_MAX_BYTES);
    (await picture(700, 500).jpeg().toBuffer()).copy(file);
    const name = uploadName('jpg');
    const blob = new Blob([file]);
    let cutsLeft = 10;
    let sentBytes = 0;

    /** Sends one request over a real connection; every third is cut in its middle. */
    let requests = 0;
    const post = (_sending: unknown, { part, offset }: Piece) =>
      new Promise<Result<Uploaded | ReceivedBytes>>((resolve) => {
        requests += 1;
        const isCut = part !== undefined && requests % 3 === 0 && cutsLeft > 0;
        const sent = part === undefined ? undefined : file.subarray(offset, (offset ?? 0) + part.size);
        const { payload, headers } = multipart([
          ['token', user.vcToken],
          ['filename', name],
          ['purpose', 'chat'],
          ...(offset === undefined ? [] : [['offset', String(offset)] as const]),
          ['size', String(file.length)],
          ...(sent ? [['file', sent] as const] : []),
        ]);
        const asked = request({
          method: 'POST',
          path: '/upload',
          host: '127.0.0.1',
          port,
          headers: { ...headers, 'content-length': payload.length },
        });
        asked.on('error', () => resolve(fail({ code: 'offline' })));
        asked.on('response', (response) => {
          const chunks: Buffer[] = [];
          response
            .on('data', (chunk) => chunks.push(chunk))
            .on('end', () => resolve(ok(JSON.parse(Buffer.concat(chunks).toString()))));
        });
        sentBytes += sent?.length ?? 0;
        if (!isCut) return void asked.end(payload);
        cutsLeft -= 1;
        asked.write(payload.subarray(0, payload.length / 2), () => asked.destroy());
      });

    const sending = {
      url: '',
      token: '',
      filename: name,
      purpose: 'chat',
      file: blob,
      onProgress() {},
      signal: new AbortController().signal,
    } as const;
    let result = await sendInParts(sending, post);
    while (!result.ok && result.error.code === 'offline') result = await sendInParts(sending, post);
    expect([result.ok, cutsLeft]).toEqual([true, 0]);
    expect(await rowsOf(user)).toHaveLength(1);
    expect(unfinished()).toEqual([]);
    // For each cut part, at most that part is sent again.
    expect(sentBytes).toBeLessThanOrEqual(file.length + 10 * PART_BYTES);
    // The answer was lost: any repeat gets the same answer.
    const again = await Promise.all([
      sendChat(api, user, { name }),
      sendChat(api, user, { name, file: Buffer.from('half') }),
    ]);
    expect(new Set(again.map(({ url }) => url))).toEqual(new Set([result.ok && result.value.url]));
  });

  const whole = async () => Buffer.concat([await picture(64, 64).jpeg().toBuffer(), Buffer.alloc(5_000)]);

  test('a part is written at its offset, a repeated part changes nothing, and a part behind a gap is not written', async () => {
    const file = await whole();
    const { length: size } = file;
    const name = uploadName('jpg');
    const part = (offset: number, end: number) =>
      sendChat(api, sam, { name, offset, size, file: file.subarray(offset, end) });
    expect(await part(0, 1_000)).toMatchObject({ status: 200, received: 1_000 });
    expect(await part(2_000, 3_000)).toMatchObject({ status: 200, received: 1_000 });
    expect(await part(500, 2_000)).toMatchObject({ received: 2_000 });
    expect(await part(0, 1_000)).toMatchObject({ received: 2_000 });
    expect(await sendChat(api, sam, { name })).toMatchObject({ received: 2_000 });
    // Two requests at once: the second aborts the first, and the received bytes count.
    await Promise.all([part(2_000, size - 1), part(2_000, size - 1)]);
    const { received } = await sendChat(api, sam, { name });
    expect(await part(received, size)).toMatchObject({ status: 200, width: 64, height: 64 });
    expect(unfinished()).toEqual([]);
  });

  test('a file that a server had received entirely before it died is processed once by the next server', async () => {
    const user = await api.guest('after-the-death');
    const file = await whole();
    const { length: size } = file;
    const name = uploadName('jpg');
    // The state after a crash: every byte, and no row.
    const left = openParts(openMediaFolder(dataDir, 'chat'));
    await left.write({ uid: Number(user.id), name, offset: 0, size }, Readable.from(file), () => undefined);
    expect(await rowsOf(user)).toHaveLength(0);
    const answers = await Promise.all([sendChat(api, user, { name, size }), sendChat(api, user, { name, size })]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, width: 64, height: 64 });
    expect(await rowsOf(user)).toHaveLength(1);
    expect(unfinished()).toEqual([]);
  });

  test('an upload in parts belongs to its sender, and the same name of another user is another file', async () => {
    const file = await whole();
    const name = uploadName('jpg');
    const eve = await api.guest('eve');
    await sendChat(api, sam, { name, offset: 0, size: file.length, file: file.subarray(0, 1_000) });
    expect(await sendChat(api, eve, { name, size: file.length })).toMatchObject({ received: 0 });
    expect(
      await sendChat(api, eve, { name, offset: 1_000, size: file.length, file: file.subarray(1_000) }),
    ).toMatchObject({ received: 0 });
    const own = await sendChat(api, sam, { name, offset: 1_000, size: file.length, file: file.subarray(1_000) });
    expect(own.status).toBe(200);
    expect(await sendChat(api, eve, { name })).toMatchObject({ received: 0 });
    expect((await api.app.inject({ url: own.url, headers: { cookie: '' } })).statusCode).toBe(404);
  });

  test.each<[string, { offset: number; size: number; bytes: number }, number, string | undefined]>([
    ['reaches beyond its size', { offset: 0, size: 100, bytes: 200 }, 400, undefined],
    ['begins behind its size', { offset: 100, size: 100, bytes: 1 }, 400, undefined],
    ['would become too large', { offset: 0, size: CHAT_FILE_MAX_BYTES + 1, bytes: 9 }, 413, 'upload-too-large'],
    ['is of no known type', { offset: 0, size: 90_000, bytes: 300 }, 415, 'upload-type'],
  ])('a part that %s is refused and not stored', async (_what, { offset, size, bytes }, status, code) => {
    const answer = await sendChat(api, sam, { offset, size, file: Buffer.alloc(bytes, 'x') });
    expect([answer.status, answer.data?.code]).toEqual([status, code]);
    expect(unfinished()).toEqual([]);
  });

  test.each<[string, () => Promise<Buffer>, number, string]>([
    [
      'a polyglot',
      async () => Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from('<html><script>alert(1)</script>')]),
      422,
      'upload-disguised',
    ],
    ['half a picture', async () => (await picture().png().toBuffer()).subarray(0, 9_000), 422, 'upload-unreadable'],
  ])('a file in parts that turns out to be %s is deleted', async (_what, make, status, code) => {
    const file = await make();
    const { length: size } = file;
    const name = uploadName('jpg');
    await sendChat(api, sam, { name, offset: 0, size, file: file.subarray(0, 5_000) });
    const answer = await sendChat(api, sam, { name, offset: 5_000, size, file: file.subarray(5_000) });
    expect(answer).toMatchObject({ status, data: { code } });
    expect(unfinished()).toEqual([]);
    expect(await sendChat(api, sam, { name, size })).toMatchObject({ received: 0 });
  });

  test.each(['offset', 'size'] as const)('the field %s of a part must be a plain number', async (field) => {
    for (const value of ['-1', '1e3', '0x10', ' 1', '', '9'.repeat(12)]) {
      const { payload, headers } = multipart([
        ['token', sam.vcToken],
        ['filename', uploadName('jpg')],
        ['purpose', 'chat'],
        ['offset', '0'],
        ['size', '100'],
        [field, value],
        ['file', Buffer.alloc(10)],
      ]);
      expect((await api.app.inject({ method: 'POST', url: '/upload', payload, headers })).statusCode).toBeOneOf([
        400, 413,
      ]);
    }
  });

  test('parts are retained for six hours, and at most twenty unfinished files of an account', async () => {
    const eve = await api.guest('many');
    const head = (await picture().jpeg().toBuffer()).subarray(0, 200);
    for (let count = 0; count < 22; count += 1) await sendChat(api, eve, { offset: 0, size: 9_000, file: head });
    const folder = openMediaFolder(dataDir, 'chat');
    expect(unfinished()).toHaveLength(20);
    // A file that was dropped for a newer one no longer reserves space.
    expect(await roomOf(eve)).toHaveLength(20);
    await openParts(folder).forget(Date.now());
    expect(unfinished()).toHaveLength(20);
    await folder.forgetLeftBehind(Date.now() + 7_200_000);
    expect(unfinished()).toHaveLength(20);
    await openParts(folder).forget(Date.now() + 21_700_000);
    expect(unfinished()).toEqual([]);
  });
});

describe('space for unfinished uploads', () => {
  const MB = 1_048_576;
  const FILE = 50 * MB;
  const bounds = { reserve: 1_000 * MB, total: 4_000 * MB, perAddress: 1_000 * MB };
  const emptied = () => api.pool.query('delete from upload_room');
  const claimOf = (n: number, change: Partial<Claim> = {}): Claim => ({
    key: `chat/${sam.id}/${n}`,
    uid: Number(sam.id),
    address: `192.0.2.${n}`,
    size: FILE,
    written: 0,
    inParts: true,
    ...change,
  });
  const codeOf = (result: Result<void>) => (result.ok ? 'taken' : result.error.code);

  test('200 uploads at once over two processes never use the reserved disk space', async () => {
    await emptied();
    let free = 3_000 * MB;
    const roomy = { ...bounds, total: 1_000_000 * MB };
    const other = openDatabase(String(api.pool.options.connectionString), () => undefined);
    const freeBytes = async () => free;
    const rooms = [api.db, other.db].map((db) => openUploadRoom({ db, bounds: roomy, freeBytes }));
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, n) => rooms[n % 2]?.claim(claimOf(n))));
    const taken = outcomes.filter((one) => one?.ok).length;
    // Each takes 100 of the 2,000 MB above the reserve: the file and the copy for processing.
    expect(taken).toBe(20);
    expect(new Set(outcomes.map((one) => one && codeOf(one)))).toEqual(new Set(['taken', 'upload-no-room']));
    // The reserve is intact when all uploads are written and processed.
    free -= taken * 2 * FILE;
    expect(free).toBeGreaterThanOrEqual(bounds.reserve);
    await other.close();
  });

  test('space for uploads is limited in total and for each address, counted once for each upload, and released at its end', async () => {
    await emptied();
    const room = openUploadRoom({ db: api.db, bounds, freeBytes: async () => 1_000_000 * MB });
    const same = { address: '192.0.2.1' };
    for (let n = 0; n < 10; n += 1) expect(codeOf(await room.claim(claimOf(n, same)))).toBe('taken');
    expect(codeOf(await room.claim(claimOf(10, same)))).toBe('rate-limited');
    expect(codeOf(await room.claim(claimOf(3, { ...same, written: MB })))).toBe('taken');
    for (let n = 10; n < 40; n += 1) expect(codeOf(await room.claim(claimOf(n)))).toBe('taken');
    expect(codeOf(await room.claim(claimOf(40)))).toBe('upload-no-room');
    // A part that states a larger size than the first one is refused too.
    expect(codeOf(await room.claim(claimOf(20, { size: FILE + 1 })))).toBe('upload-no-room');
    await room.release(claimOf(3).key);
    expect(codeOf(await room.claim(claimOf(40)))).toBe('taken');
  });

  test('space is released when an abandoned upload expires', async () => {
    await emptied();
    let now = Date.now();
    const narrow = { ...bounds, total: 100 * MB };
    const room = openUploadRoom({
      db: api.db,
      bounds: narrow,
      freeBytes: async () => 1_000_000 * MB,
      clock: { now: () => now },
    });
    expect(codeOf(await room.claim(claimOf(1)))).toBe('taken');
    now += 6 * HOUR_MS;
    expect(codeOf(await room.claim(claimOf(2)))).toBe('upload-no-room');
    now += 2 * HOUR_MS + 1;
    expect(codeOf(await room.claim(claimOf(2)))).toBe('taken');
  });

  test('a part is refused while other files fill the disk, and the upload continues afterwards', async () => {
    await emptied();
    let free = 10_000 * MB;
    const room = openUploadRoom({ db: api.db, bounds, freeBytes: async () => free });
    expect(codeOf(await room.claim(claimOf(1)))).toBe('taken');
    free = 999 * MB;
    expect(codeOf(await room.claim(claimOf(1, { written: MB })))).toBe('upload-no-room');
    free = 10_000 * MB;
    expect(codeOf(await room.claim(claimOf(1, { written: MB })))).toBe('taken');
  });

  test('an upload is refused without a trace while the birth date of its sender is unknown', async () => {
    const young = await api.guest('without-a-date');
    await api.pool.query('update account set birth_date = null where uid = $1', [young.id]);
    const before = files().length;
    const file = await picture().jpeg().toBuffer();
    for (const said of [{}, { offset: 0, size: file.length + 1 }])
      expect(await sendChat(api, young, { ...said, file })).toMatchObject({ status: 403, data: { code: 'age' } });
    expect([files().length, await roomOf(young)]).toEqual([before, []]);
  });

  test('uploads are refused with the reason when the disk has too little space, and other calls succeed', async () => {
    const full = await startApi(inject('postgresUrl'), {
      DATA_DIR: temporaryFolder('full'),
      UPLOAD_RESERVE_MB: '999999999',
    });
    const user = await full.guest();
    const file = await picture().jpeg().toBuffer();
    for (const said of [{}, { offset: 0, size: file.length + 1 }])
      expect(await sendChat(full, user, { ...said, file })).toMatchObject({
        status: 507,
        data: { code: 'upload-no-room' },
      });
    expect((await full.call('account', { action: 1 }, { user })).status).toBe(200);
    await full.close();
  });
});

describe('a full disk', () => {
  test.skipIf(!existsSync('/dev/full'))('a part is refused and deleted when the disk is full', async () => {
    const folder = openMediaFolder(temporaryFolder('full'), 'chat');
    const parts = openParts(folder);
    const of = { uid: 7, name: uploadName('jpg') };
    const own = join(folder.root, 'tmp', 'parts', '7');
    mkdirSync(own, { recursive: true });
    symlinkSync('/dev/full', join(own, of.name));
    const written = await parts.write(
      { ...of, offset: 0, size: 5_000 },
      Readable.from([Buffer.alloc(5_000)]),
      () => {},
    );
    expect(written).toEqual({ ok: false, error: { code: 'upload-no-room' } });
    expect(readdirSync(own)).toEqual([]);
  });
});

test('an upload in parts gives up when the server makes no progress', async () => {
  const asked: Piece[] = [];
  const signal = new AbortController().signal;
  const sending = {
    url: '',
    token: '',
    filename: '',
    purpose: 'chat',
    file: new Blob(['x'.repeat(9)]),
    onProgress() {},
    signal,
  } as const;
  const result = await sendInParts(sending, async (_sending, piece) => {
    asked.push(piece);
    return ok({ received: 3 });
  });
  expect(result).toEqual(fail({ code: 'timeout' }));
  expect(asked.length).toBeLessThan(25);
  expect(asked[1]).toMatchObject({ offset: 3, part: { size: 6 } });
});
