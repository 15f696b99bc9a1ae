import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PASSKEYS_MAX } from '../../../contract/account/rules.ts';
import { lockAccess } from '../../../server/domains/account/access-lock.ts';
import { closeIfFree } from '../../../server/domains/account/closing.ts';
import { checkToken } from '../../../server/domains/account/tokens.ts';
import { newOpenId, startApi, type TestApi, type User } from '../../harness/api.ts';
import { type Authenticator, createAuthenticator } from '../../harness/authenticator.ts';
import { readMails } from '../../harness/mails.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const ORIGIN = 'https://gem.example';
const OTHER = 'https://other.example';
const HEADERS = { host: 'gem.example', origin: ORIGIN };
const dataDir = temporaryFolder('passkeys');
let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), {
    DATA_DIR: dataDir,
    ALLOWED_HOSTS: 'gem.example,other.example',
  });
});
afterAll(() => api?.close());

type Owner = { readonly user: User; readonly openId: string };
type Faults = Parameters<Authenticator['get']>[1];

async function guest(): Promise<Owner> {
  const openId = newOpenId();
  const { data } = await api.call('login', { openId, channel: 'guest' }, { device: openId });
  return { user: data.userInfo, openId };
}
const begin = async ({ user, openId }: Owner) =>
  (await api.call('beginPasskey', { proof: { openId } }, { user, headers: HEADERS })).data;
const add = (user: User, registration: string, headers: Readonly<Record<string, string>> = HEADERS) =>
  api.call('addPasskey', { registration }, { user, headers, device: `of-${user.id}` });
/** A guest with a passkey. */
async function owner() {
  const of = await guest();
  const device = createAuthenticator(ORIGIN);
  expect((await add(of.user, device.create(await begin(of)))).status).toBe(200);
  return { ...of, device };
}
const challenge = async (headers = HEADERS) => (await api.call('beginAssertion', {}, { headers })).data;
const login = (assertion: string, more: object = {}, headers = HEADERS) =>
  api.call('passkeyLogin', { assertion, ...more }, { headers, device: newOpenId() });
const passkeysOf = async (user: User) => (await api.call('sessions', {}, { user })).data.passkeys ?? [];

test('a passkey signs in to the account that added it, and is listed with its device and last use', async () => {
  const { user, device } = await owner();
  const { data } = await login(device.get(await challenge()));
  expect(data.userInfo.id).toBe(user.id);
  expect((await checkToken(api.db, { uid: user.id, token: data.userInfo.vcToken })).ok).toBe(true);
  expect(await passkeysOf(user)).toMatchObject([{ seenAt: expect.any(Number), canEnd: true }]);
});

test('a signature is refused when its challenge was used, by another origin, or expired', async () => {
  const { device } = await owner();
  const signed = device.get(await challenge());
  expect((await login(signed)).status).toBe(200);
  const again = device.get(await challenge());
  expect((await login(again, {}, { host: 'other.example', origin: OTHER })).status).toBe(403);
  const late = device.get(await challenge());
  await api.pool.query(`update passkey_challenge set until = until - interval '6 minutes'`);
  for (const replayed of [signed, again, late])
    expect((await login(replayed)).data).toMatchObject({ code: 'passkey-refused' });
});

test('a challenge is used up when a wrong signature answers it', async () => {
  const { device } = await owner();
  const asked = await challenge();
  expect((await login(device.get(asked, { isVerified: false }))).status).toBe(403);
  expect((await login(device.get(asked))).status).toBe(403);
});

test.each<readonly [string, Faults]>([
  ['the page has another origin', { origin: OTHER }],
  ['the authenticator signed for another host', { rpId: 'other.example' }],
  ['the user was not verified', { isVerified: false }],
  ['the user handle is of another account', { userHandle: 'YW5vdGhlcg' }],
])('a signature is refused when %s', async (_why, faults) => {
  const { device } = await owner();
  expect((await login(device.get(await challenge(), faults))).data).toMatchObject({ code: 'passkey-refused' });
});

test('a signature is refused when another key made it, or no account has its passkey', async () => {
  const { device } = await owner();
  const thief = createAuthenticator(ORIGIN);
  const signed = thief.get(await challenge(), { userHandle: 'YW5vdGhlcg' });
  const stolen = signed.replaceAll(thief.id, device.id);
  expect((await login(stolen)).status).toBe(403);
  expect((await login(thief.get(await challenge(), { userHandle: 'YW5vdGhlcg' }))).status).toBe(403);
});

test('a text that is no credential is refused, and nothing in it is trusted', async () => {
  for (const text of ['', '{', '[]', '{"id":"x","response":{"clientDataJSON":"e30"}}'])
    expect((await login(text)).data).toMatchObject({ code: 'passkey-refused' });
});

test('a passkey of one host signs in on no other host', async () => {
  const { device } = await owner();
  const headers = { host: 'other.example', origin: OTHER };
  const signed = device.get(await challenge(headers), { origin: OTHER, rpId: 'other.example' });
  expect((await login(signed, {}, headers)).status).toBe(403);
});

test('a passkey is refused when its count of signatures goes back or stays', async () => {
  const { device } = await owner();
  expect((await login(device.get(await challenge(), { signCount: 7 }))).status).toBe(200);
  for (const signCount of [6, 7]) expect((await login(device.get(await challenge(), { signCount }))).status).toBe(403);
  expect((await login(device.get(await challenge(), { signCount: 8 }))).status).toBe(200);
});

test('a passkey signs in to no locked account, and restores a closed one only when asked', async () => {
  const { user, device } = await owner();
  await api.db.transaction((tx) => closeIfFree(tx, user.id, 'manual'));
  expect((await login(device.get(await challenge()))).data).toMatchObject({ code: 'closing' });
  expect((await login(device.get(await challenge()), { restore: true })).status).toBe(200);
  await api.db.transaction((tx) => lockAccess(tx, user.id, 'log-1'));
  expect((await login(device.get(await challenge()))).msg).toBe('forbidden');
});

test('a passkey is added only with a proof, with the challenge of its account, and by a verified user', async () => {
  const [sam, eve] = [await guest(), await guest()];
  const refused = await api.call('beginPasskey', { proof: {} }, { user: eve.user, headers: HEADERS });
  expect(refused.data).toMatchObject({ code: 'wrong-password' });
  const device = createAuthenticator(ORIGIN);
  const made = device.create(await begin(sam));
  expect((await add(eve.user, made)).data).toMatchObject({ code: 'passkey-refused' });
  expect((await add(sam.user, made)).status).toBe(403);
  expect((await add(sam.user, device.create(await begin(sam), { isVerified: false }))).status).toBe(403);
  expect((await add(sam.user, device.create(await begin(sam), { origin: OTHER }))).status).toBe(403);
  const login = await api.call('beginAssertion', {}, { headers: HEADERS });
  expect((await add(sam.user, device.create({ ...(await begin(sam)), ...login.data }))).status).toBe(403);
  expect(await passkeysOf(sam.user)).toEqual([]);
});

test('a passkey of one account is not added to another one', async () => {
  const { device } = await owner();
  const eve = await guest();
  expect((await add(eve.user, device.create(await begin(eve)))).status).toBe(409);
});

test('no passkey is offered on a host without a name, or when the account has too many', async () => {
  const sam = await guest();
  const headers = { host: '127.0.0.1', origin: 'http://127.0.0.1' };
  const proof = { openId: sam.openId };
  expect((await api.call('beginPasskey', { proof }, { user: sam.user, headers })).status).toBe(404);
  expect((await api.call('beginAssertion', {}, { headers })).status).toBe(404);
  await api.pool.query(
    `insert into passkey (hash, uid, credential_id, public_key, sign_count, rp_id, device, platform, browser)
      select 'many ' || n, $1, 'x', 'x', 0, 'gem.example', '', '', '' from generate_series(1, ${PASSKEYS_MAX}) n`,
    [sam.user.id],
  );
  expect((await api.call('beginPasskey', { proof }, { user: sam.user, headers: HEADERS })).status).toBe(409);
});

test('the last way to sign in is not removed', async () => {
  const { user, openId, device } = await owner();
  const [{ id = '' } = {}] = await passkeysOf(user);
  await api.call('endSecret', { id: (await api.call('sessions', {}, { user })).data.secrets[0]?.id }, { user });
  expect(await passkeysOf(user)).toMatchObject([{ canEnd: false }]);
  const passkey = device.get(await challenge());
  const refused = await api.call('removePasskey', { id, proof: { passkey } }, { user, headers: HEADERS });
  expect(refused.status).toBe(409);
  // The ended secret of the device no longer proves anything.
  expect((await api.call('removePasskey', { id, proof: { openId } }, { user })).status).toBe(403);
});

test('a passkey proves ownership on a device without a secret of the account, once', async () => {
  const { user, device } = await owner();
  const { userInfo } = (await login(device.get(await challenge()))).data;
  const options = { user: userInfo, headers: HEADERS };
  expect((await api.call('sessions', {}, options)).data.proof).toBe('passkey');
  const proof = { passkey: device.get(await challenge()) };
  const change = { passwd: 'correct horse battery', proof, endOthers: false };
  expect((await api.call('setPassword', change, options)).status).toBe(200);
  expect((await api.call('deleteAccount', { proof }, options)).status).toBe(403);
  const eve = await owner();
  const foreign = { proof: { passkey: eve.device.get(await challenge()) } };
  expect((await api.call('deleteAccount', foreign, { user, headers: HEADERS })).status).toBe(403);
});

test('passkeys that other devices added are removed when the password is changed and they are signed out', async () => {
  const { user, openId } = await owner();
  const change = { passwd: 'correct horse battery', proof: { openId }, endOthers: true };
  expect((await api.call('setPassword', change, { user, device: 'another' })).status).toBe(200);
  expect(await passkeysOf(user)).toEqual([]);
});

test('the recovery address is told of an added and of a removed passkey', async () => {
  const address = 'sam@example.org';
  const sam = await guest();
  await api.pool.query('insert into recovery_email (uid, address) values ($1, $2)', [sam.user.id, address]);
  await add(sam.user, createAuthenticator(ORIGIN).create(await begin(sam)));
  const [{ id = '' } = {}] = await passkeysOf(sam.user);
  const removal = { id, proof: { openId: sam.openId } };
  expect((await api.call('removePasskey', removal, { user: sam.user })).status).toBe(200);
  for (const { close } of api.parts.all.filter(({ name }) => name === 'account')) await close?.();
  expect(readMails(dataDir, address).map((mail) => /Subject: (.*)/.exec(mail)?.[1])).toEqual([
    'A passkey was added to your gemcall account',
    'A passkey was removed from your gemcall account',
  ]);
});

test('the export of an account lists its passkeys without their keys', async () => {
  const { user, device } = await owner();
  const { exportId } = (await api.call('beginExport', {}, { user })).data;
  const { rows } = (await api.call('myData', { part: 'passkeys', exportId }, { user })).data;
  expect(rows).toMatchObject([{ credential_id: device.id, rp_id: 'gem.example' }]);
  expect(Object.keys(rows[0] ?? {}).join()).not.toMatch(/key|count|hash|handle/);
});
