import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CHAT_BLUR_MAX_CHARS } from '../../../contract/chat/kind-rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { PRIVATE_MEDIA, privateIdOf } from '../../../contract/media/media.ts';
import { pictureBlur } from '../../../contract/picture-blur.ts';
import { mayRead } from '../../../server/domains/media/serve/access.ts';
import { passOf as passHashOf } from '../../../server/domains/media/serve/pass.ts';
import { isOwnMedia } from '../../../server/domains/media/store.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { passOf, sendChat } from './chat-media.ts';
import { picture, sendFile } from './media-files.ts';

let api: TestApi;
let people: Record<'owner' | 'receiver' | 'unpaid' | 'paid' | 'ended' | 'other', User>;
let url = '';
const cookies = new Map<string, string>();
const dataDir = temporaryFolder('media');
const MID = 'stanza-1';

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  const guest = (device: string) => api.guest(device);
  people = {
    owner: await guest('owner'),
    receiver: await guest('receiver'),
    unpaid: await guest('unpaid'),
    paid: await guest('paid'),
    ended: await guest('ended'),
    other: await guest('other'),
  };
  for (const [who, user] of Object.entries(people)) cookies.set(who, await passOf(api, user));
  ({ url } = await sendChat(api, people.owner, { file: await picture(900, 600).jpeg().toBuffer() }));
  await share(people.receiver);
  await share(people.ended, { ended: true });
  await share(people.unpaid, { lock: 'locked' });
  await share(people.paid, { lock: 'opened' });
  const revoked = await guest('revoked');
  cookies.set('revoked', await passOf(api, revoked));
  await share(revoked);
  await api.call('logout', {}, { user: revoked });
  cookies.set('signed out', '').set('made up', `gm=${'a'.repeat(43)}`);
});
afterAll(() => api?.close());

async function share({ id }: User, { ended = false, lock = '' } = {}): Promise<void> {
  const lockId = lock === '' ? null : `lock-${id}`;
  if (lockId)
    await api.pool.query(
      `insert into media_lock (id, from_uid, to_uid, mid, price, state) values ($1, $2, $3, $4, 20, $5)`,
      [lockId, people.owner.id, id, MID, lock],
    );
  await api.pool.query('insert into media_share (media_id, uid, mid, lock_id, ended) values ($1, $2, $3, $4, $5)', [
    privateIdOf(url),
    id,
    MID,
    lockId,
    ended,
  ]);
}

const get = (path: string, who: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  api.app.inject({ method, url: path, headers: { cookie: cookies.get(who) ?? '', ...headers } });

const CLOSED = ['unpaid', 'ended', 'other', 'revoked', 'signed out', 'made up'];

describe('pictures of messages', () => {
  test('a picture of a message is stored apart from profiles, at an address that only permitted users can open', async () => {
    expect(url).toMatch(PRIVATE_MEDIA);
    const id = privateIdOf(url) ?? '';
    expect(existsSync(join(dataDir, 'media-private', id.slice(0, 2), `${id.slice(2)}.webp`))).toBe(true);
    // The public route does not serve it, the private route serves no public picture, and no profile may use it.
    expect((await api.app.inject(`/media/${id}`)).statusCode).toBe(404);
    expect((await api.app.inject(`/media/${id}/img480`)).statusCode).toBe(404);
    expect(await isOwnMedia(api.db, people.owner.id, `/media/${id}`)).toBe(false);
    const shown = await sendFile(api, people.owner.vcToken, await picture().jpeg().toBuffer());
    expect((await get(`/media/p/${shown.id}`, 'owner')).statusCode).toBe(404);
    const pass = passHashOf(cookies.get('owner')) ?? '';
    expect(await mayRead(api.db, pass, id)).toEqual({ kind: 'picture', isGone: false });
    expect(await mayRead(api.db, pass, shown.id ?? '')).toBeUndefined();
  });

  test.each(['owner', 'receiver', 'paid'])(
    'a picture of a message is served to the %s, whole, in sizes, in ranges, and with conditional requests',
    async (who) => {
      const whole = await get(url, who);
      expect(whole.statusCode).toBe(200);
      expect(whole.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': expect.stringMatching(/^inline; filename=/),
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      const small = await get(`${url}/img480`, who, { accept: 'image/avif' });
      expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 480, height: 320 });
      const piece = await get(url, who, { range: 'bytes=10-19' });
      expect([piece.statusCode, piece.rawPayload]).toEqual([206, whole.rawPayload.subarray(10, 20)]);
      const head = await get(url, who, {}, 'HEAD');
      expect([head.statusCode, head.rawPayload.length, head.headers['content-length']]).toEqual([
        200,
        0,
        String(whole.rawPayload.length),
      ]);
      const same = await get(url, who, { 'if-none-match': String(whole.headers.etag) });
      expect([same.statusCode, same.rawPayload.length]).toEqual([304, 0]);
    },
  );

  test.each(CLOSED)('a picture of a message does not exist for a user who is %s, whatever the request', async (who) => {
    const { etag } = (await get(url, 'owner')).headers;
    const asked = await Promise.all([
      get(url, who),
      get(`${url}/img480`, who),
      get(url, who, { range: 'bytes=0-9' }),
      get(url, who, {}, 'HEAD'),
      get(url, who, { 'if-none-match': String(etag) }),
      get(url, who, { authorization: `Bearer ${people.owner.vcToken}` }),
    ]);
    const nowhere = await get(`/media/p/${'0'.repeat(32)}`, 'owner');
    for (const { statusCode, body, headers } of asked) {
      expect(statusCode).toBe(404);
      expect(body === '' || body === nowhere.body).toBe(true);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-range']).toBeUndefined();
    }
  });

  test.each([
    ['bytes=999999999-', 416],
    ['bytes=-0', 416],
    ['bytes=5-2', 416],
    [`bytes=${Array.from({ length: 500 }, (_, at) => `${at * 9}-${at * 9}`).join(',')}`, 200],
    ['lines=1-2', 200],
  ])('a picture of a message with an unusual range (%#) is answered according to RFC 9110', async (range, status) => {
    expect((await get(url, 'receiver', { range })).statusCode).toBe(status);
  });

  test.each([
    '/media/p/',
    '/media/p/..%2f..%2fmedia',
    '/media/p/tmp',
    `/media/p/${'A'.repeat(32)}`,
    'URL/img481',
    'URL.webp',
    'URL%00',
  ])('a picture of a message is not found as %s', async (path) => {
    expect((await get(path.replace('URL', url), 'owner')).statusCode).toBeOneOf([400, 404]);
  });

  test('a deleted picture is reported as gone to users who had access, and to no others', async () => {
    const { id } = await sendChat(api, people.owner, { file: await picture().jpeg().toBuffer() });
    await api.pool.query('update media set gone_at = now() where id = $1', [id]);
    expect((await get(`/media/p/${id}`, 'owner')).statusCode).toBe(410);
    expect((await get(`/media/p/${id}/img480`, 'owner')).statusCode).toBe(410);
    expect((await get(`/media/p/${id}`, 'owner', {}, 'HEAD')).statusCode).toBe(410);
    expect((await get(`/media/p/${id}`, 'other')).statusCode).toBe(404);
  });

  test('a picture of a message has small placeholders, of which the one for a lock has less detail', async () => {
    // Noise would be an even grey in both placeholders.
    const squares = Buffer.from(Array.from({ length: 72 }, (_, n) => (n * 97) % 256));
    const small = sharp(squares, { raw: { width: 6, height: 4, channels: 3 } });
    const file = await small.resize(900, 600, { kernel: 'nearest' }).jpeg().toBuffer();
    const { id, blur } = await sendChat(api, people.owner, { file });
    const { rows } = await api.pool.query('select lock_blur, kept_until from media where id = $1', [id]);
    for (const one of [blur, String(rows[0].lock_blur)]) {
      expect(one.length).toBeLessThan(CHAT_BLUR_MAX_CHARS);
      expect(v.is(pictureBlur, one) && one !== '').toBe(true);
    }
    expect(rows[0].lock_blur.length).toBeLessThan(blur.length);
    // At most a day, unless it is sent.
    expect(Number(rows[0].kept_until) - Date.now()).toBeLessThanOrEqual(DAY_MS);
  });
});

describe('media passes', () => {
  const setBy = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => String(headers['set-cookie']);

  test('a media pass is set at each login, only for the path of private media', async () => {
    const login = await api.call('userPwdLogin', { uid: 100001, passwd: 'gemcall' });
    expect(setBy(login)).toMatch(/^gm=[\w-]{43}; Path=\/media\/p; SameSite=Strict; Max-Age=2592000$/);
    expect((await get('/media/p/nothing', 'owner')).statusCode).toBe(404);
    const guest = await api.call('login', { openId: 'x'.repeat(32), channel: 'guest' });
    expect(setBy(guest)).toMatch(/^gm=[\w-]{43};/);
    expect(guest.headers['set-cookie']).not.toBe(login.headers['set-cookie']);
    const refused = await api.call('userPwdLogin', { uid: 100001, passwd: 'wrong' });
    expect(refused.headers['set-cookie']).toBeUndefined();
    // The database stores only the hash, and the log contains no pass.
    const pass = setBy(login).slice(3, 46);
    const { rows } = await api.pool.query('select hash from media_pass');
    expect(JSON.stringify(rows)).not.toContain(pass);
    expect(api.logged.join('')).not.toContain(pass);
  });

  test('a new media pass replaces the old one, and a logout ends and deletes it', async () => {
    const user = await api.guest('again');
    const first = await passOf(api, user);
    const second = await passOf(api, user);
    await api.pool.query('insert into media_share (media_id, uid, mid) values ($1, $2, $3)', [
      privateIdOf(url),
      user.id,
      'm',
    ]);
    cookies.set('first', first).set('second', `other=1; ${second}; more=2`);
    expect((await get(url, 'first')).statusCode).toBe(404);
    expect((await get(url, 'second')).statusCode).toBe(200);
    expect(setBy(await api.call('logout', {}, { user }))).toBe('gm=; Path=/media/p; SameSite=Strict; Max-Age=0');
    expect((await get(url, 'second')).statusCode).toBe(404);
  });

  test('a media pass opens nothing when it is older than a month or its login was unused for as long', async () => {
    const ages = [
      "update media_pass set made_at = now() - interval '31 days' where uid = $1",
      "update device_token set used_at = now() - interval '31 days' where uid = $1",
    ];
    for (const [at, age] of ages.entries()) {
      const user = await api.guest(`old-${at}`);
      cookies.set('old', await passOf(api, user));
      await api.pool.query('insert into media_share (media_id, uid, mid) values ($1, $2, $3)', [
        privateIdOf(url),
        user.id,
        'm',
      ]);
      expect((await get(url, 'old')).statusCode).toBe(200);
      await api.pool.query(age, [user.id]);
      expect((await get(url, 'old')).statusCode).toBe(404);
    }
  });
});
