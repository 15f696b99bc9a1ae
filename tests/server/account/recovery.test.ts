import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { RECOVERY_CODE_TRIES } from '../../../contract/account/rules.ts';
import { checkToken } from '../../../server/domains/account/tokens.ts';
import { newOpenId, startApi, type TestApi } from '../../harness/api.ts';
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
  const folder = join(dataDir, 'mail');
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}\n`));
}
const codeIn = (mail = '') => /\n\n(\d{8})\n/.exec(mail)?.[1] ?? '';

async function ownerOf(address: string) {
  const openId = newOpenId();
  const user = (await api.call('login', { openId, channel: 'guest' }, { device: openId })).data.userInfo;
  await api.call('beginRecoveryEmail', { address, proof: { openId } }, { user });
  const code = codeIn((await mailsTo(address)).at(-1));
  const confirmed = await api.call('confirmRecoveryEmail', { code }, { user });
  return { user, openId, confirmed };
}

test('an address recovers the account when its code was entered, and every session and secret ends', async () => {
  const address = 'sam@example.org';
  const { user, openId, confirmed } = await ownerOf(address);
  expect(confirmed.status).toBe(200);
  await api.pool.query(`update recovery_email set verified_at = verified_at - interval '25 hours'`);
  expect((await api.call('sessions', {}, { user })).data.recoveryEmail).toBe(address);
  await api.call('beginRecovery', { address: ' Sam@Example.org ' });
  const code = codeIn((await mailsTo(address)).at(-1));
  const recovered = await api.call('recoverAccount', { address, code, passwd: PASSWORD });
  expect(recovered.data).toEqual({ uid: user.id });
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
  const unknown = await api.call('beginRecovery', { address: 'nobody@example.org' });
  expect([unknown.status, unknown.data]).toEqual([known.status, known.data]);
  expect(await mailsTo('nobody@example.org')).toEqual([]);
});

test('a code is invalid when wrong ones were entered too often', async () => {
  const address = 'ada@example.org';
  await ownerOf(address);
  await api.call('beginRecovery', { address });
  const code = codeIn((await mailsTo(address)).at(-1));
  const wrong = code === '00000000' ? '00000001' : '00000000';
  await Promise.all(
    Array.from({ length: RECOVERY_CODE_TRIES }, () =>
      api.call('recoverAccount', { address, code: wrong, passwd: PASSWORD }),
    ),
  );
  expect((await api.call('recoverAccount', { address, code, passwd: PASSWORD })).status).toBe(403);
});

test('an address is refused when the proof is wrong or another account has it', async () => {
  const user = await api.guest('thief');
  const refused = await api.call('beginRecoveryEmail', { address: 'x@example.org', proof: {} }, { user });
  expect(refused.data).toMatchObject({ code: 'wrong-password' });
  expect((await ownerOf('ada@example.org')).confirmed.status).toBe(409);
});
