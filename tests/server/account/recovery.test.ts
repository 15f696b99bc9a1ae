import * as v from 'valibot';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { RECOVERY_CODE_TRIES } from '../../../contract/account/rules.ts';
import { requestBody } from '../../../contract/api/envelope.ts';
import { hashPassword, PUBLIC_COST } from '../../../server/domains/account/passwords.ts';
import { saveCode } from '../../../server/domains/account/recovery/codes.ts';
import type { Mail } from '../../../server/domains/account/recovery/mailer.ts';
import { createRecovery } from '../../../server/domains/account/recovery/recovery.ts';
import { checkToken } from '../../../server/domains/account/tokens.ts';
import { newOpenId, startApi, type TestApi, type User } from '../../harness/api.ts';
import { envelope } from '../../harness/envelope.ts';
import { codeIn, readMails } from '../../harness/mails.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

const PASSWORD = 'correct horse battery';
const dataDir = temporaryFolder('recovery');
let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
});
afterAll(async () => {
  await api?.close();
});

/** E-mails to an address that the demo stored, oldest first. */
async function mailsTo(address: string): Promise<readonly string[]> {
  for (const { close } of api.parts.all.filter(({ name }) => name === 'account')) await close?.();
  return readMails(dataDir, address);
}

/** Asks for a code to an address, as a new guest or as `owner`. */
async function ask(address: string, owner?: { readonly user: User; readonly openId: string }) {
  const openId = owner?.openId ?? newOpenId();
  const user = owner?.user ?? (await api.call('login', { openId, channel: 'guest' }, { device: openId })).data.userInfo;
  const { status } = await api.call('beginRecoveryEmail', { address, proof: { openId } }, { user });
  return { user, openId, status, code: codeIn((await mailsTo(address)).at(-1)) };
}

/** A guest whose account the address recovers. */
async function ownerOf(address: string) {
  const openId = newOpenId();
  const user = (await api.call('login', { openId, channel: 'guest' }, { device: openId })).data.userInfo;
  await api.pool.query('insert into recovery_email (uid, address) values ($1, $2)', [user.id, address]);
  return { user, openId };
}

/** Stores a code as if it was mailed, hashed at the low cost of demo passwords, and returns it. */
async function mailedCode(user: User, address: string, purpose: 'verify' | 'recover'): Promise<string> {
  const code = '24682468';
  await saveCode(api.db, { uid: user.id, address, codeHash: await hashPassword(code, PUBLIC_COST) }, purpose);
  return code;
}

test('an address recovers the account when its code was entered, and every session, secret and passkey ends', async () => {
  const address = 'sam@example.org';
  const { user, openId, code: verified } = await ask(address);
  expect((await api.call('confirmRecoveryEmail', { code: verified }, { user })).status).toBe(200);
  await api.pool.query(`update recovery_email set verified_at = verified_at - interval '25 hours'`);
  await api.pool.query(
    `insert into passkey (hash, uid, credential_id, public_key, sign_count, rp_id, device, platform, browser)
      values (repeat('a', 64), $1, 'x', 'x', 0, 'gem.example', '', '', '')`,
    [user.id],
  );
  expect((await api.call('sessions', {}, { user })).data.recoveryEmail).toBe(address);
  await api.call('beginRecovery', { address: ' Sam@Example.org ' });
  const code = codeIn((await mailsTo(address)).at(-1));
  const recovered = await api.call('recoverAccount', { address, code, passwd: PASSWORD });
  expect(recovered.data).toEqual({ uid: user.id });
  expect((await api.pool.query('select from passkey where uid = $1', [user.id])).rowCount).toBe(0);
  expect((await checkToken(api.db, { uid: user.id, token: user.vcToken })).ok).toBe(false);
  expect((await api.call('login', { openId, channel: 'guest' }, { device: openId })).data.userInfo.id).not.toBe(
    user.id,
  );
  expect((await api.call('userPwdLogin', { uid: user.id, passwd: PASSWORD })).status).toBe(200);
  expect((await api.call('recoverAccount', { address, code, passwd: `${PASSWORD}2` })).data).toMatchObject({
    code: 'wrong-code',
  });
  expect((await mailsTo(address)).at(-1)).toContain('password was changed');
});

test('the answer is the same when no account has the address', async () => {
  const known = await api.call('beginRecovery', { address: 'sam@example.org' });
  const unknown = await api.call('beginRecovery', { address: 'unknown@example.org' });
  expect([unknown.status, unknown.data]).toEqual([known.status, known.data]);
  expect(await mailsTo('unknown@example.org')).toEqual([]);
});

test('a code is invalid when wrong ones were entered too often', async () => {
  const address = 'ada@example.org';
  const { user } = await ownerOf(address);
  const code = await mailedCode(user, address, 'recover');
  await Promise.all(
    Array.from({ length: RECOVERY_CODE_TRIES }, () =>
      api.call('recoverAccount', { address, code: '00000000', passwd: PASSWORD }),
    ),
  );
  expect((await api.call('recoverAccount', { address, code, passwd: PASSWORD })).status).toBe(403);
});

test('an address is refused when the proof is wrong or another account has it', async () => {
  const user = await api.guest('thief');
  const refused = await api.call('beginRecoveryEmail', { address: 'x@example.org', proof: {} }, { user });
  expect(refused.data).toMatchObject({ code: 'wrong-password' });
  const code = await mailedCode(user, 'ada@example.org', 'verify');
  expect((await api.call('confirmRecoveryEmail', { code }, { user })).status).toBe(409);
});

test('one account gets an address when two confirm it at the same time', async () => {
  const address = 'two@example.org';
  const users = [await api.guest(), await api.guest()];
  const codes = await Promise.all(users.map((user) => mailedCode(user, address, 'verify')));
  const confirmed = await Promise.all(
    users.map((user, n) => api.call('confirmRecoveryEmail', { code: codes[n] }, { user })),
  );
  expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('one of two simultaneous recoveries by the same code succeeds', async () => {
  const address = 'twice@example.org';
  const { user } = await ownerOf(address);
  const code = await mailedCode(user, address, 'recover');
  const recovered = await Promise.all(
    ['one', 'two'].map((more) => api.call('recoverAccount', { address, code, passwd: `${PASSWORD} ${more}` })),
  );
  expect(recovered.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test('a code recovers nothing when the address was replaced meanwhile, and the old address is told', async () => {
  const [before, after] = ['before@example.org', 'after@example.org'];
  const { user } = await ownerOf(before);
  const code = await mailedCode(user, before, 'recover');
  const fresh = await mailedCode(user, after, 'verify');
  expect((await api.call('confirmRecoveryEmail', { code: fresh }, { user })).status).toBe(200);
  expect((await mailsTo(before)).at(-1)).toContain('no longer recovers');
  expect((await api.call('recoverAccount', { address: before, code, passwd: PASSWORD })).status).toBe(403);
});

test('no e-mail is sent when its change is rolled back', async () => {
  const address = 'rolled-back@example.org';
  const owner = await ownerOf('kept@example.org');
  await api.pool.query(`alter table sealed_answer add constraint full_disk check (answer = '') not valid`);
  const asked = await ask(address, owner);
  await api.pool.query('alter table sealed_answer drop constraint full_disk');
  expect([asked.status, asked.code]).toEqual([500, '']);
});

test('no e-mail is sent when the address or the account had too many in the hour', async () => {
  const owner = await ownerOf('flooded@example.org');
  const sent: Mail[] = [];
  const counted: unknown[] = [];
  const { handlers, settle } = createRecovery({
    db: api.db,
    isProven: async () => true,
    mailer: async (mail) => void sent.push(mail),
    brand: 'gemcall',
    take: async (rate, subject) => {
      counted.push([rate, subject]);
      return 1_000;
    },
    log: { info: () => undefined, warn: () => undefined },
  });
  const { deviceInfo: device } = v.parse(requestBody, envelope({}));
  const caller = { db: api.db, device, uid: owner.user.id, tokenHash: '', adult: true, origin: '', once: undefined };
  const proof = { openId: owner.openId };
  const effect = await handlers.beginRecoveryEmail(caller, { address: 'new@example.org', proof });
  expect(await effect(api.db, (work) => work())).toMatchObject({ ok: false, error: { code: 'rate-limited' } });
  expect(new Set(counted.map(String)).size).toBe(2);
  expect((await handlers.beginRecovery(caller, { address: 'flooded@example.org' })).ok).toBe(true);
  await settle();
  expect([counted.length, sent]).toEqual([3, []]);
});

test.each([
  [true, 'All other devices were signed out.'],
  [false, 'If this was not you'],
] as const)(
  'the recovery address is told when the password is changed, end of other sessions %s',
  async (endOthers, said) => {
    const address = `told-${endOthers}@example.org`;
    const { user, openId } = await ownerOf(address);
    const change = { passwd: PASSWORD, proof: { openId }, endOthers };
    expect((await api.call('setPassword', { ...change, proof: { openId: newOpenId() } }, { user })).status).not.toBe(
      200,
    );
    expect(await mailsTo(address)).toEqual([]);
    expect((await api.call('setPassword', change, { user })).status).toBe(200);
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('Subject: Your gemcall password was changed');
    expect(mails[0]).toContain(said);
    expect(mails[0]?.includes('signed out')).toBe(endOthers);
  },
);
