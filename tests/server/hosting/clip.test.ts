import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { nanoid } from 'nanoid';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { HOST_CLIP_DECIDED_DAYS, HOST_CLIP_WAITING_DAYS } from '../../../contract/hosting/rules.ts';
import { privateUrl } from '../../../contract/media/media.ts';
import { readConfig } from '../../../server/config.ts';
import { hashPassword, PUBLIC_COST } from '../../../server/domains/account/passwords.ts';
import { forgetPrivateMedia } from '../../../server/domains/media/retention.ts';
import { openMediaStore } from '../../../server/domains/media/store.ts';
import { listenForOperators, type OperatorListener } from '../../../server/domains/operator/page/listen.ts';
import { operatorAccount } from '../../../server/domains/operator/tables.ts';
import { codeOf, newCodeSecret, stepAt, toBase32 } from '../../../server/domains/operator/totp.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { operate } from '../../harness/operate.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { passOf } from '../media/chat-media.ts';

const dataDir = temporaryFolder('clip');
const BYTES = Buffer.from('the bytes of a clip');
const PASSWORD = 'correct horse battery';
const SECRET = newCodeSecret();

let api: TestApi;
let page: OperatorListener;
let now = Date.now();
const cookies: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  const config = readConfig({ DATABASE_URL: api.url, RATE_LIMITS: 'off', DATA_DIR: dataDir });
  page = await listenForOperators({ ...config, host: '127.0.0.1', port: 0 }, createLog('silent'), () => now);
  const passwordHash = await hashPassword(PASSWORD, PUBLIC_COST);
  for (const [name, teamRole] of [
    ['mona', 'moderation'],
    ['mark', 'moderation'],
    ['finn', 'finance'],
  ] as const) {
    await api.db.insert(operatorAccount).values({ name, teamRole, passwordHash, codeSecret: toBase32(SECRET) });
    now += 30_000;
    const form = { name, password: PASSWORD, code: codeOf(SECRET, stepAt(now)) };
    const signedIn = await request('/operator/sign-in', { form });
    cookies[name] = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  }
});
afterAll(async () => {
  await page?.close();
  await api?.close();
});

const request = (
  path: string,
  { form, cookie = '', headers = {} }: { form?: Record<string, string>; cookie?: string; headers?: object } = {},
) => {
  const origin = `http://127.0.0.1:${page.port}`;
  return fetch(`${origin}${path}`, {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { cookie, ...(form && { origin }), ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  });
};

let ann: User;
beforeEach(async () => {
  ann = await api.guest(`ann-${nanoid()}`);
  await api.pool.query(`update account set birth_date = '1990-01-01' where uid = $1`, [ann.id]);
  await api.pool.query(
    `update profile set avatar_url = '/media/a', about = 'Maps, mountains and coffee.', country = 'DE', lang = 'de' where uid = $1`,
    [ann.id],
  );
});

/** A stored clip of the account, as an upload leaves it. */
type Change = { ms?: number; purpose?: string; kind?: string; sent?: boolean; gone?: boolean };
async function addClip(user = ann, change: Change = {}): Promise<string> {
  const { ms = 5_000, purpose = 'chat', kind = 'clip', sent = false, gone = false } = change;
  const id = randomBytes(16).toString('hex');
  const { privateFolder } = openMediaStore({ db: api.db, dataDir });
  const path = privateFolder.original(id, 'clip');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, BYTES);
  await api.pool.query(
    `insert into media (id, owner_uid, kind, purpose, width, height, bytes, ms, kept_until, sent_at, gone_at)
     values ($1, $2, $6, $3, 9, 16, 10, $4, now() + interval '1 day', case when $5 then now() end, case when $7 then now() end)`,
    [id, user.id, purpose, ms, sent, kind, gone],
  );
  return id;
}
const apply = (clip?: string) => api.call('applyAsHost', { rulesVersion: 1, ...(clip && { clip }) }, { user: ann });
const daysLeft = async (id: string): Promise<number> =>
  (
    await api.pool.query(
      'select round(extract(epoch from kept_until - now()) / 86400)::int as days from media where id = $1',
      [id],
    )
  ).rows[0].days;
const look = async (name: string) => {
  const answer = await request('/operator/do/host-clip', {
    form: { uid: `${ann.id}`, reason: 'an application' },
    cookie: cookies[name] ?? '',
  });
  const text = await answer.text();
  return { status: answer.status, text, src: /<video[^>]* src="([^"]+)"/.exec(text)?.[1] ?? '' };
};

test('a clip of an application is stored until its decision and some days longer', async () => {
  const id = await addClip();
  expect((await apply(id)).data).toMatchObject({ state: 'submitted', hasClip: true });
  expect(await daysLeft(id)).toBe(HOST_CLIP_WAITING_DAYS);
  await operate(api.db, ['host', 'return', `${ann.id}`, 'Smile, please']);
  expect(await daysLeft(id)).toBe(HOST_CLIP_DECIDED_DAYS);
  // It stays with the application that is sent again.
  expect((await apply()).data.hasClip).toBe(true);
  expect(await daysLeft(id)).toBe(HOST_CLIP_WAITING_DAYS);
});

test('a replaced clip is deleted by the next run of the job, and the new one is kept', async () => {
  const [old, next] = [await addClip(), await addClip()];
  await apply(old);
  await apply(next);
  const { privateFolder } = openMediaStore({ db: api.db, dataDir });
  await forgetPrivateMedia(api.db, privateFolder).run(new AbortController().signal);
  const { rows } = await api.pool.query('select id from media where owner_uid = $1 and gone_at is null', [ann.id]);
  expect(rows).toEqual([{ id: next }]);
  expect(await privateFolder.has(privateFolder.original(old, 'clip'))).toBe(false);
});

test.each([
  ['of another account', async () => addClip(await api.guest(`other-${nanoid()}`))],
  ['of the profile', () => addClip(ann, { purpose: 'profile' })],
  ['that is too long', () => addClip(ann, { ms: 90_000 })],
  ['that was sent', () => addClip(ann, { sent: true })],
  ['that was deleted', () => addClip(ann, { gone: true })],
  ['that is a voice message', () => addClip(ann, { kind: 'sound' })],
  ['that is unknown', async () => 'f'.repeat(32)],
] as const)('a clip %s is refused', async (_which, add) => {
  expect((await apply(await add())).data).toMatchObject({ code: 'gone' });
  expect((await api.call('hosting', {}, { user: ann })).data.hasClip).toBe(false);
});

test('a clip is played to the moderator who gave a reason, and to no other operator or user', async () => {
  const id = await addClip();
  await apply(id);
  const shown = await look('mona');
  expect(shown.text).toContain('5 s');
  const played = await request(shown.src, { cookie: cookies['mona'] ?? '' });
  expect([played.status, Buffer.from(await played.arrayBuffer())]).toEqual([200, BYTES]);
  const part = await request(shown.src, { cookie: cookies['mona'] ?? '', headers: { range: 'bytes=0-2' } });
  expect([part.status, await part.text()]).toEqual([206, 'the']);
  const { rows } = await api.pool.query('select who, command, reason from operator_log order by id desc limit 1');
  expect(rows).toEqual([{ who: 'operator:mona', command: 'host clip', reason: 'an application' }]);

  expect((await look('finn')).status).toBe(403);
  for (const name of ['mark', 'finn'])
    expect((await request(shown.src, { cookie: cookies[name] ?? '' })).status).toBe(404);
  expect((await request(shown.src)).status).toBe(401);
  const viewer = await api.guest(`viewer-${nanoid()}`);
  for (const [user, status] of [
    [ann, 200],
    [viewer, 404],
  ] as const) {
    const answer = await api.app.inject({ url: privateUrl(id), headers: { cookie: await passOf(api, user) } });
    expect(answer.statusCode).toBe(status);
  }
});

test('a look at a clip is over after some minutes', async () => {
  await apply(await addClip());
  const { src } = await look('mona');
  const entry = Number(src.split('/').at(-1));
  await api.pool.query('alter table operator_log disable trigger user');
  await api.pool.query(`update operator_log set at = at - interval '16 minutes' where id = $1`, [entry]);
  await api.pool.query('alter table operator_log enable trigger user');
  expect((await request(src, { cookie: cookies['mona'] ?? '' })).status).toBe(404);
});
