import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { RESTORE_DAYS } from '../../../contract/account/rules.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { purgeAccounts } from '../../../server/domains/account/purge.ts';
import { checkToken } from '../../../server/domains/account/tokens.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';
import { loadSenderPolicy } from '../../../server/domains/people/policy.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { grant, move, OURS } from '../../../server/domains/wallet/ledger.ts';
import { isAdult } from '../../../server/platform/database/adult.ts';
import { newOpenId, startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { PAYOUTS: 'manual' });
});
afterAll(async () => {
  await api?.close();
});

const GOOD = 'correct horse battery';
/** Creates a guest with the secret of its device. */
async function guestOn(device = newOpenId()) {
  const openId = newOpenId();
  const enter = (more: object = {}) => api.call('login', { openId, channel: 'guest', ...more }, { device });
  const { data } = await enter();
  secrets.set(data.userInfo.id, openId);
  return { openId, device, enter, user: data.userInfo };
}
const secrets = new Map<number, string>();
const byPassword = (uid: number, passwd: string, device: string, more: object = {}) =>
  api.call('userPwdLogin', { uid, passwd, ...more }, { device });
const isLive = async ({ id, vcToken }: User) => (await checkToken(api.db, { uid: id, token: vcToken })).ok;
const setPassword = (user: User, passwd: string, more: object = {}) =>
  api.call('setPassword', { passwd, proof: { openId: secrets.get(user.id) }, endOthers: false, ...more }, { user });
const forgetAge = ({ id }: User) => api.pool.query('update account set birth_date = null where uid = $1', [id]);

describe('passwords', () => {
  test('a guest account can be signed in to from another device with its uid and password', async () => {
    const { user } = await guestOn();
    expect(await setPassword(user, GOOD)).toMatchObject({ status: 200 });
    const there = await byPassword(user.id, GOOD, 'elsewhere');
    expect(there.data.userInfo).toMatchObject({ id: user.id, nickName: user.nickName });
  });

  test.each([
    ['short', 'password-length'],
    ['x'.repeat(257), 'password-length'],
    ['password', 'password-common'],
    ['Password123!', 'password-common'],
    ['qwertyuiop', 'password-common'],
    ['12345678', 'password-common'],
    ['iloveyou', 'password-common'],
    ['abcabcabc', 'password-common'],
    ['aaaaaaaaaa', 'password-common'],
  ])('the password %s is refused as %s', async (passwd, code) => {
    const { user } = await guestOn();
    expect(await setPassword(user, passwd)).toMatchObject({ status: 422, data: { code } });
  });

  test('the length of a password is counted after normalization', async () => {
    const { user } = await guestOn();
    // Full-width letters, which NFKC maps to ASCII.
    expect(await setPassword(user, 'ｚｏｎｋｙ７３ｑ')).toMatchObject({ status: 200 });
    expect(await byPassword(user.id, 'zonky73q', 'plain')).toMatchObject({ status: 200 });
  });

  test('a password is changed only with the present one', async () => {
    const { user } = await guestOn();
    await setPassword(user, GOOD);
    expect(await setPassword(user, 'another good one', { proof: {} })).toMatchObject({
      status: 403,
      data: { code: 'wrong-password' },
    });
    const wrong = await setPassword(user, 'another good one', { proof: { passwd: 'not this one' } });
    expect(wrong).toMatchObject({ status: 403 });
    expect(await setPassword(user, 'another good one', { proof: { passwd: GOOD } })).toMatchObject({ status: 200 });
    expect(await byPassword(user.id, GOOD, 'late')).toMatchObject({ status: 401 });
  });

  test('the password of exactly one of many simultaneous requests signs in, and the requests that it overtook are refused', async () => {
    const { user } = await guestOn();
    const wishes = Array.from({ length: 5 }, (_, n) => `racing for it ${n}x`);
    const answers = await Promise.all(wishes.map((passwd) => setPassword(user, passwd)));
    const won = wishes.filter((_, n) => answers[n]?.status === 200);
    // A request that read the account before another committed gets 409. One that began later may pass by the oldest secret.
    for (const { status } of answers) expect([200, 409, 403]).toContain(status);
    const entered: number[] = [];
    for (const passwd of won) entered.push((await byPassword(user.id, passwd, 'winner')).status);
    expect(entered.filter((status) => status === 200)).toHaveLength(1);
  });

  test('a new password ends all other sessions when asked to, and a guest secret still signs in on the first day', async () => {
    const first = await guestOn();
    await setPassword(first.user, GOOD);
    const second = (await byPassword(first.user.id, GOOD, 'second')).data.userInfo;
    await setPassword(second, 'a third good one', { proof: { passwd: GOOD }, endOthers: true });
    expect([await isLive(first.user), await isLive(second)]).toEqual([false, true]);
    // The password is younger than a day, so it does not yet revoke the secret of the first device.
    expect((await first.enter()).data.userInfo.id).toBe(first.user.id);
  });

  test('a new password revokes the secret of a stolen device when the account has had a password for a day', async () => {
    const stolen = await guestOn();
    await setPassword(stolen.user, GOOD);
    await settle(stolen.user);
    const owner = (await byPassword(stolen.user.id, GOOD, 'owner')).data.userInfo;
    await setPassword(owner, 'a third good one', { proof: { passwd: GOOD }, endOthers: true });
    expect((await stolen.enter()).data.userInfo.id).not.toBe(stolen.user.id);
  });
});

/** Makes the account's password older than a day. */
const settle = ({ id }: User) =>
  api.pool.query(`update account set password_since = password_since - interval '25 hours' where uid = $1`, [id]);
const later = (hours: number) =>
  api.pool.query(`update account_openid set ended_at = ended_at - make_interval(hours => $1)`, [hours]);
const listed = async (user: User) => (await api.call('sessions', {}, { user })).data;
/** Moves the account of a guest to a second device. */
async function moved(user: User, device: string) {
  const openId = newOpenId();
  const { code } = (await api.call('beginMove', { openId: secrets.get(user.id) }, { user })).data;
  const { digits } = (await api.call('claimMove', { code, openId }, { device })).data;
  await api.call('confirmMove', { digits }, { user });
  const enter = () => api.call('login', { openId, channel: 'guest' }, { device });
  return { openId, device, enter };
}

describe('a stolen session of a guest without the device secret', () => {
  test.each([
    ['nothing', {}],
    ['a secret of their own', { openId: newOpenId() }],
    ['a password that does not exist', { passwd: GOOD }],
    ['a credential of Google', { credential: 'x', nonce: 'y' }],
  ])('a stolen session sets no password with %s', async (_what, proof) => {
    const { user } = await guestOn();
    const refused = await setPassword(user, GOOD, { proof, endOthers: true });
    expect(refused).toMatchObject({ status: 403, data: { code: 'wrong-password' } });
    expect(await listed(user)).toMatchObject({ hasPassword: false, proof: 'device', canMove: true });
  });

  test('a stolen session cannot move the account to another device', async () => {
    const { user } = await guestOn();
    expect(await api.call('beginMove', { openId: newOpenId() }, { user })).toMatchObject({ status: 403 });
    expect(await api.call('beginMove', { openId: '' }, { user })).toMatchObject({ status: 400 });
  });

  test('the owner signs in with their secret after a stolen session ended every secret', async () => {
    const owner = await guestOn();
    const other = await moved(owner.user, 'other');
    const { secrets: bound } = await listed(owner.user);
    for (const { id } of bound) await api.call('endSecret', { id }, { user: owner.user });
    expect((await owner.enter()).data.userInfo.id).toBe(owner.user.id);
    expect((await other.enter()).data.userInfo.id).toBe(owner.user.id);
  });
});

describe('device secrets', () => {
  test('device secrets are listed with device and time, also when they never signed in, and each is ended alone', async () => {
    const first = await guestOn();
    const second = await moved(first.user, 'second');
    const list = await listed(first.user);
    expect(list.secrets).toMatchObject([
      { own: false, canEnd: true },
      { own: true, canEnd: true },
    ]);
    expect(list.secrets.map(({ madeAt }) => madeAt > Date.now() - 60_000)).toEqual([true, true]);
    const there = (await second.enter()).data.userInfo;
    const id = list.secrets.find(({ own }) => !own)?.id;
    expect(await api.call('endSecret', { id }, { user: first.user })).toMatchObject({ status: 200 });
    // The existing session continues; only a new sign-in with the secret is refused.
    expect(await isLive(there)).toBe(true);
    expect((await listed(first.user)).secrets).toMatchObject([{ own: true, canEnd: false }]);
    expect(await api.call('endSecret', { id }, { user: first.user })).toMatchObject({ status: 404 });
  });

  test('a secret is listed with the device that claimed it before that device has signed in', async () => {
    const { user } = await guestOn();
    const openId = newOpenId();
    const { code } = (await api.call('beginMove', { openId: secrets.get(user.id) }, { user })).data;
    const { digits } = (await api.call('claimMove', { code, openId }, { device: 'phone' })).data;
    await api.pool.query(`update account_move set platform = 'Android', browser = 'Firefox' where uid = $1`, [user.id]);
    await api.call('confirmMove', { digits }, { user });
    expect((await listed(user)).secrets[0]).toMatchObject({ platform: 'Android', browser: 'Firefox' });
  });

  test('a secret cannot be ended by another account, and the last one cannot be ended', async () => {
    const [ann, eve] = [await guestOn(), await guestOn()];
    const id = (await listed(ann.user)).secrets[0]?.id;
    expect(await api.call('endSecret', { id }, { user: eve.user })).toMatchObject({ status: 404 });
    expect(await api.call('endSecret', { id }, { user: ann.user })).toMatchObject({
      status: 409,
      msg: 'the request conflicts with the current state',
    });
    expect((await ann.enter()).data.userInfo.id).toBe(ann.user.id);
  });

  test('an ended secret restores access to the account once within a day', async () => {
    const first = await guestOn();
    const second = await moved(first.user, 'restoring');
    const end = async () => {
      const { secrets: bound } = await listed((await first.enter()).data.userInfo);
      const id = bound.find(({ own }) => !own)?.id;
      return api.call('endSecret', { id }, { user: (await first.enter()).data.userInfo });
    };
    await end();
    await later(23);
    expect((await second.enter()).data.userInfo.id).toBe(first.user.id);
    expect(await end()).toMatchObject({ status: 200 });
    expect((await second.enter()).data.userInfo.id).not.toBe(first.user.id);
  });

  test('an ended secret does not sign in to the account after a day', async () => {
    const first = await guestOn();
    const second = await moved(first.user, 'too-late');
    const id = (await listed(first.user)).secrets.find(({ own }) => !own)?.id;
    await api.call('endSecret', { id }, { user: first.user });
    await later(25);
    expect((await second.enter()).data.userInfo.id).not.toBe(first.user.id);
  });

  test('the secret of the first device outranks a password of the same day, and that of a later device does not', async () => {
    const owner = await guestOn();
    const thief = await moved(owner.user, 'thief');
    const stolen = (await thief.enter()).data.userInfo;
    const set = (user: User, passwd: string, openId: string) =>
      api.call('setPassword', { passwd, proof: { openId }, endOthers: true }, { user });
    expect(await set(stolen, GOOD, thief.openId)).toMatchObject({ status: 200 });
    expect(await isLive(owner.user)).toBe(false);

    const back = (await owner.enter()).data.userInfo;
    expect(back.id).toBe(owner.user.id);
    expect(await listed(back)).toMatchObject({ hasPassword: true, proof: 'device' });
    expect(await set(back, 'the owner is back', owner.openId)).toMatchObject({ status: 200 });
    expect(await isLive(stolen)).toBe(false);
    expect(await byPassword(owner.user.id, GOOD, 'thief')).toMatchObject({ status: 401 });

    const again = (await thief.enter()).data.userInfo;
    expect(await set(again, 'the thief is back', thief.openId)).toMatchObject({ status: 403 });
    await settle(owner.user);
    expect(await set(back, 'after a day it asks', owner.openId)).toMatchObject({ status: 403 });
  });

  test('a secret that was moved from another account counts as new', async () => {
    const elder = await guestOn('elder');
    await setPassword(elder.user, GOOD);
    const owner = await guestOn();
    const { code } = (await api.call('beginMove', { openId: owner.openId }, { user: owner.user })).data;
    const { digits } = (await api.call('claimMove', { code, openId: elder.openId }, { device: 'elder' })).data;
    await api.call('confirmMove', { digits }, { user: owner.user });
    const there = (await elder.enter()).data.userInfo;
    expect(there.id).toBe(owner.user.id);
    await setPassword(owner.user, GOOD);
    const { status } = await api.call(
      'setPassword',
      { passwd: 'older than the owner', proof: { openId: elder.openId }, endOthers: true },
      { user: there },
    );
    expect(status).toBe(403);
  });
});

describe('sessions', () => {
  test('sessions are listed with the own one marked, and another one can be ended', async () => {
    const { user } = await guestOn();
    await setPassword(user, GOOD);
    const other = (await byPassword(user.id, GOOD, 'other')).data.userInfo;
    const { data } = await api.call('sessions', {}, { user });
    expect(data.hasPassword).toBe(true);
    expect(data.sessions.map(({ own }) => own).toSorted()).toEqual([false, true]);
    const id = data.sessions.find(({ own }) => !own)?.id;
    expect(await api.call('endSession', { id }, { user })).toMatchObject({ status: 200 });
    expect([await isLive(user), await isLive(other)]).toEqual([true, false]);
    expect((await api.call('sessions', {}, { user })).data.sessions).toHaveLength(1);
  });

  test('a session can be neither seen nor ended by another account', async () => {
    const [ann, eve] = [await guestOn(), await guestOn()];
    const { data } = await api.call('sessions', {}, { user: ann.user });
    const id = data.sessions[0]?.id;
    expect(await api.call('endSession', { id }, { user: eve.user })).toMatchObject({ status: 404 });
    expect(await isLive(ann.user)).toBe(true);
  });

  test('a guest can sign in again with the secret of the device when their only session ended', async () => {
    const { user, enter } = await guestOn();
    const { data } = await api.call('sessions', {}, { user });
    await api.call('endSession', { id: data.sessions[0]?.id }, { user });
    expect((await enter()).data.userInfo.id).toBe(user.id);
  });
});

describe('age', () => {
  const years = (count: number, days = 0) => {
    const day = new Date();
    day.setUTCFullYear(day.getUTCFullYear() - count);
    day.setUTCDate(day.getUTCDate() + days);
    return day.toISOString().slice(0, 10);
  };

  const FREE: readonly EndpointName[] = (Object.keys(endpoints) as EndpointName[]).filter((name) => {
    const row: { readonly access: string; readonly adult?: false } = endpoints[name];
    return row.access === 'user' && row.adult === false;
  });

  test('every call that needs an age is refused until the birth date is known, and the others are answered', async () => {
    const { user } = await guestOn();
    await forgetAge(user);
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      if (endpoints[name].access !== 'user' || ['logout', 'endSession', 'deleteAccount'].includes(name)) continue;
      const answer = await api.call(name, {}, { user });
      const isRefused = answer.status === 403 && (answer.data as { code?: string } | undefined)?.code === 'age';
      expect([name, isRefused]).toEqual([name, !FREE.includes(name)]);
    }
    expect(FREE).toEqual(
      expect.arrayContaining(['profile', 'updateProfile', 'giveAge', 'logout', 'myData', 'deleteAccount']),
    );
    // Reads and reports that a device sends by itself need no birth date.
    expect(FREE).toEqual(expect.arrayContaining(['anchorOnlineNotice', 'attribution', 'fcmToken']));
    expect(await loadSenderPolicy(api.db, user.id)).toMatchObject({ adult: false });
  });

  test('the lucky box is shown before the birth date is known, and opened only after', async () => {
    const { user } = await guestOn();
    await forgetAge(user);
    expect(await api.call('reward', { rewardType: 3 }, { user })).toMatchObject({ status: 200 });
    expect(await api.call('reward', { rewardType: 1 }, { user })).toMatchObject({ status: 200 });
    const opened = await api.call('reward', { rewardType: 1, open: true }, { user });
    expect(opened).toMatchObject({ status: 403, data: { code: 'age' } });
  });

  test('blocking needs no birth date, and a like does', async () => {
    const [user, other] = [(await guestOn()).user, (await guestOn()).user];
    await forgetAge(user);
    const change = (action: string) => api.call('changeRelation', { targetUid: other.id, action }, { user });
    expect(await change('like')).toMatchObject({ status: 403, data: { code: 'age' } });
    expect(await change('block')).toMatchObject({ status: 200 });
  });

  test('an adult is asked for the birth date once', async () => {
    const { user } = await guestOn();
    await forgetAge(user);
    expect((await api.call('account', { action: 1 }, { user })).data.adult).toBe(false);
    expect(await api.call('giveAge', { bDay: '2001-02-30' }, { user })).toMatchObject({ status: 400 });
    expect((await api.call('giveAge', { bDay: years(18) }, { user })).data).toEqual({ adult: true });
    expect((await api.call('account', { action: 1 }, { user })).data.adult).toBe(true);
    expect((await api.call('profile', {}, { user })).data.bDay).toBe(years(18));
    // A second birth date below the age limit does not lock the account.
    expect((await api.call('giveAge', { bDay: years(12) }, { user })).data).toEqual({ adult: true });
    expect(await isAdult(api.db, user.id)).toBe(true);
  });

  test('an underage user is locked out, and their device for 30 days, by every way of signing in', async () => {
    const { user, device, enter } = await guestOn();
    await setPassword(user, GOOD);
    await forgetAge(user);
    expect((await api.call('giveAge', { bDay: years(18, 1) }, { user, device })).data).toEqual({ adult: false });
    expect(await isLive(user)).toBe(false);
    const underage = { status: 403, data: { code: 'underage' } };
    expect(await enter()).toMatchObject(underage);
    expect(await byPassword(user.id, GOOD, device)).toMatchObject(underage);
    expect(await byPassword(user.id, GOOD, 'another-device')).toMatchObject(underage);
    const anew = () => api.call('login', { openId: newOpenId(), channel: 'guest' }, { device });
    expect(await anew()).toMatchObject(underage);
    await api.pool.query(`update refused_device set until = now()`);
    expect(await anew()).toMatchObject({ status: 200 });
    // The birth date itself is not stored.
    expect((await api.pool.query('select birth_date from account where uid = $1', [user.id])).rows).toEqual([
      { birth_date: null },
    ]);
  });
});

describe('moving a guest account to another device', () => {
  const begin = async (user: User) => (await api.call('beginMove', { openId: secrets.get(user.id) }, { user })).data;
  const claim = (code: string, openId: string, device = 'new') => api.call('claimMove', { code, openId }, { device });
  const signIn = async (openId: string) =>
    (await api.call('login', { openId, channel: 'guest' }, { device: 'new' })).data.userInfo.id;

  test('another device gets the account when the user chooses the digits that it shows', async () => {
    const { user } = await guestOn();
    const { code } = await begin(user);
    expect((await api.call('lookAtMove', { code })).data).toEqual({ nickName: user.nickName });
    const openId = newOpenId();
    const { digits } = (await claim(code, openId)).data;
    const { state, choices } = (await api.call('moveState', {}, { user })).data;
    expect([state, choices.length, choices.includes(digits)]).toEqual(['claimed', 3, true]);
    expect((await api.call('confirmMove', { digits }, { user })).data).toEqual({ state: 'done' });
    // Closing the dialog cancels the move, but not one that is done.
    expect((await api.call('confirmMove', { digits: null }, { user })).data).toEqual({ state: 'done' });
    expect((await api.call('claimedMove', { code, openId })).data).toEqual({ state: 'done' });
    expect(await signIn(openId)).toBe(user.id);
    expect(await isLive(user)).toBe(true);
  });

  test('a move is over for both devices when the first one cancels it before or after the claim', async () => {
    for (const isClaimed of [false, true]) {
      const { user } = await guestOn();
      const { code } = await begin(user);
      const openId = newOpenId();
      if (isClaimed) await claim(code, openId);
      else expect((await api.call('confirmMove', { digits: '00' }, { user })).data).toEqual({ state: 'waiting' });
      expect((await api.call('confirmMove', { digits: null }, { user })).data).toEqual({ state: 'over' });
      expect((await claim(code, newOpenId())).status).toBe(410);
      expect((await api.call('claimedMove', { code, openId })).data).toEqual({ state: 'over' });
      expect(await signIn(openId)).not.toBe(user.id);
    }
  });

  test.each([
    ['replayed', async (code: string) => void (await claim(code, newOpenId()))],
    ['late', async () => void (await api.pool.query(`update account_move set until = now()`))],
    ['of an earlier attempt', async (_code: string, user: User) => void (await begin(user))],
  ])('a code that is %s does not sign in', async (_why, spoil) => {
    const { user } = await guestOn();
    const { code } = await begin(user);
    await spoil(code, user);
    const openId = newOpenId();
    expect(await claim(code, openId)).toMatchObject({ status: 410 });
    expect((await api.call('claimedMove', { code, openId })).data).toEqual({ state: 'over' });
    expect(await signIn(openId)).not.toBe(user.id);
  });

  test('wrong digits end the move: the device with a stolen code is not signed in and cannot try again', async () => {
    const { user } = await guestOn();
    const { code } = await begin(user);
    const thief = newOpenId();
    const { digits } = (await claim(code, thief)).data;
    const wrong = digits === '00' ? '01' : '00';
    expect((await api.call('confirmMove', { digits: wrong }, { user })).data).toEqual({ state: 'over' });
    expect((await api.call('confirmMove', { digits }, { user })).data).toEqual({ state: 'over' });
    expect(await claim(code, thief)).toMatchObject({ status: 410 });
    expect(await signIn(thief)).not.toBe(user.id);
  });

  test('another account cannot choose the digits, and exactly one of 20 simultaneous claims succeeds', async () => {
    const [{ user }, eve] = [await guestOn(), await guestOn()];
    const { code } = await begin(user);
    const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(code, newOpenId(), `racer-${n}`)));
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1);
    const digits = claims.find(({ status }) => status === 200)?.data.digits;
    expect((await api.call('confirmMove', { digits }, { user: eve.user })).data).toEqual({ state: 'over' });
    expect((await api.call('moveState', {}, { user })).data.state).toBe('claimed');
  });

  test('a device keeps its guest account when that account has no other way to sign in', async () => {
    const [{ user }, there] = [await guestOn(), await guestOn('there')];
    const taken = await claim((await begin(user)).code, there.openId, 'there');
    expect(taken).toMatchObject({ status: 422, data: { code: 'device-taken' } });
    await setPassword(there.user, GOOD);
    expect(await claim((await begin(user)).code, there.openId, 'there')).toMatchObject({ status: 200 });
  });
});

describe('deletion of an account', () => {
  const folder = temporaryFolder('purge');
  const folders = { profile: openMediaFolder(folder), chat: openMediaFolder(folder, 'chat') };
  const purge = () => purgeAccounts(api.db, folders, 'manual').run(new AbortController().signal);
  const wait = (user: User) =>
    api.pool.query(`update account set closed_at = closed_at - make_interval(days => $2, mins => 1) where uid = $1`, [
      user.id,
      RESTORE_DAYS,
    ]);
  const del = (user: User, proof: object) => api.call('deleteAccount', { proof }, { user });

  test('a deletion needs a proof: the device secret of a guest, or else the password', async () => {
    const { user, openId } = await guestOn();
    expect(await del(user, {})).toMatchObject({ status: 403, data: { code: 'wrong-password' } });
    expect(await del(user, { openId: newOpenId() })).toMatchObject({ status: 403 });
    await setPassword(user, GOOD);
    expect(await del(user, { openId })).toMatchObject({ status: 403 });
    expect(await isLive(user)).toBe(true);
    expect(await del(user, { passwd: GOOD })).toMatchObject({ status: 200 });
  });

  test('a deleted account is gone for other users at once, and only a restoring login undoes it', async () => {
    const [{ user, openId, enter }, friend] = [await guestOn(), await guestOn()];
    await api.pool.query('insert into friendship (uid, target_uid) values ($1, $2), ($2, $1)', [
      user.id,
      friend.user.id,
    ]);
    const friends = async () => (await api.call('friendList', {}, { user: friend.user })).data.people.length;
    expect(await friends()).toBe(1);
    await del(user, { openId });
    expect(await isLive(user)).toBe(false);
    expect(await loadSenderPolicy(api.db, user.id)).toBeUndefined();
    expect(await friends()).toBe(0);
    const like = { targetUid: user.id, action: 'like' };
    expect(await api.call('changeRelation', like, { user: friend.user })).toMatchObject({ status: 404 });
    const refused = await enter();
    expect(refused).toMatchObject({ status: 403, data: { code: 'closing' } });
    await purge();
    expect((await enter({ restore: true })).data.userInfo.id).toBe(user.id);
    expect(await friends()).toBe(1);
  });

  test('a deletion is refused while the account is in a call or has earnings to be paid out, and gives up earnings below the minimum', async () => {
    const { user, openId } = await guestOn();
    const host = 9001;
    await api.pool.query(
      `insert into call (sid, kind, caller, callee, caller_jid, price, share_percent, free_seconds, paid)
       values ('sid-of-life', 'paid', $1, $2, 'x', 1, 50, 0, true)`,
      [user.id, host],
    );
    expect(await del(user, { openId })).toMatchObject({
      status: 422,
      data: { code: 'not-closable', waitsFor: 'call' },
    });
    await api.pool.query(`update call set state = 'ended' where sid = 'sid-of-life'`);
    expect((await api.call('closing', {}, { user })).data).toMatchObject({ proof: 'device', waitsFor: null });
    await api.pool.query('update account set role = 3 where uid = $1', [user.id]);
    const earn = (gems: number) =>
      move(api.db, {
        operation: `earned:${gems}:${user.id}`,
        kind: 'move',
        currency: 'gems',
        gross: Math.abs(gems),
        subject: { type: 'gift', id: 'earned' },
        legs: [
          [OURS.house, -gems],
          [user.id, gems],
        ],
      });
    const closing = async () => (await api.call('closing', {}, { user })).data;
    // The minimum of a payout is 1,000 gems; 300 are the welcome.
    expect(await earn(999)).toBe('done');
    expect(await closing()).toMatchObject({ gems: 1_299, earned: 999, waitsFor: null });
    await api.pool.query(
      `insert into payout (id, uid, operation, gems, amount_minor, currency, sealed, last4)
       values ('payout-of-life', $1, 'o', 1, 1, 'USD', '', '0000')`,
      [user.id],
    );
    expect(await del(user, { openId })).toMatchObject({ data: { waitsFor: 'owed' } });
    await api.pool.query(`delete from payout where id = 'payout-of-life'`);
    expect(await earn(1)).toBe('done');
    expect(await del(user, { openId })).toMatchObject({ data: { waitsFor: 'owed' } });
    // The host gives gems away.
    expect(await earn(-301)).toBe('done');
    expect(await closing()).toMatchObject({ gems: 999, earned: 999, waitsFor: null });
    expect(await del(user, { openId })).toMatchObject({ status: 200 });
  });

  test('a purge leaves no personal data, a balanced ledger, and the messages of others', async () => {
    const [{ user, openId }, peer] = [await guestOn('traced-device'), await guestOn()];
    await setPassword(user, GOOD);
    const canary = 'canary-of-life';
    await api.call('updateProfile', { nickName: canary, about: canary, email: `${canary}@a.example` }, { user });
    await api.call('changeRelation', { targetUid: peer.user.id, action: 'like' }, { user });
    // A private note of a host about the account.
    const viewerNotes = { [`u_${user.id}`]: canary, u_9001: 'stays' };
    const conversations = { [`u_${user.id}`]: { muted: true }, u_9001: { muted: true } };
    await api.call('updateProfile', { settings: { viewerNotes, conversations } }, { user: peer.user });
    await api.pool.query(
      `insert into archive (owner, peer, out, mid, at, stanza) values ($1, $2, true, 'm', now(), $3), ($2, $1, false, 'm', now(), 'kept')`,
      [user.id, peer.user.id, canary],
    );
    await api.pool.query(`insert into support_inbox (uid, mid, body) values ($1, 'm', $2)`, [user.id, canary]);
    await api.pool.query(`update account set birth_date = '1990-01-01', google_sub = $2 where uid = $1`, [
      user.id,
      canary,
    ]);
    await grant(api.db, `pay:${user.id}`, user.id, 'gems', 500, { type: 'adjust', id: 'o' });
    await move(api.db, {
      operation: `gave:${user.id}`,
      kind: 'move',
      currency: 'gems',
      gross: 100,
      subject: { type: 'gift', id: 'g' },
      legs: [
        [user.id, -100],
        [peer.user.id, 60],
        [OURS.house, 40],
      ],
    });
    expect((await api.call('closing', {}, { user })).data).toMatchObject({ gems: 700, proof: 'password' });
    await del(user, { passwd: GOOD });
    await wait(user);
    await purge();

    const everything = await dump();
    expect(everything.filter(({ text }) => text.includes(canary))).toEqual([]);
    const names = new Set(
      everything.filter(({ text }) => new RegExp(`\\b${user.id}\\b`).test(text)).map(({ table }) => table),
    );
    expect((await api.call('profile', {}, { user: peer.user })).data.settings).toMatchObject({
      viewerNotes: { u_9001: 'stays' },
      conversations: { u_9001: { muted: true } },
    });
    expect([...names].toSorted()).toEqual(['account', 'archive', 'posting', 'transfer', 'wallet', 'wallet_day']);
    const { rows } = await api.pool.query('select amount from wallet where uid = $1', [user.id]);
    expect(rows.map(({ amount }) => Number(amount))).toEqual([0, 0]);
    expect(await auditLedger(api.db)).toEqual([]);
    const { rows: theirs } = await api.pool.query('select stanza from archive where owner = $1', [peer.user.id]);
    expect(theirs).toEqual([{ stanza: 'kept' }]);
    const { rows: left } = await api.pool.query(
      'select nick_name, password_hash, google_sub, birth_date, paid from account where uid = $1',
      [user.id],
    );
    expect(left).toEqual([{ nick_name: '', password_hash: null, google_sub: null, birth_date: null, paid: false }]);
    // The account cannot be restored, and its uid is not reused.
    expect(await byPassword(user.id, GOOD, 'after', { restore: true })).toMatchObject({ status: 401 });
    const again = await api.call('login', { openId, channel: 'guest', restore: true }, { device: 'traced-device' });
    expect(again.data.userInfo.id).not.toBe(user.id);
    expect(existsSync(folder)).toBe(true);
  });

  /** Returns every row of every table as text. */
  async function dump(): Promise<{ table: string; text: string }[]> {
    const { rows: tables } = await api.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const all = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await api.pool.query<{ text: string }>(`select row_to_json(t)::text as text from "${name}" t`);
        return rows.map(({ text }) => ({ table: name, text }));
      }),
    );
    return all.flat();
  }

  test('an account is entirely restored or entirely purged when a restoring login races the purge', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { user, openId, enter } = await guestOn();
      await del(user, { openId });
      await wait(user);
      const [back] = await Promise.all([enter({ restore: true }), purge()]);
      const { rows } = await api.pool.query(
        `select purged_at is null as there, (select count(*) from profile where uid = $1)::int as profiles from account where uid = $1`,
        [user.id],
      );
      const isBack = back.status === 200 && back.data.userInfo.id === user.id;
      expect(rows).toEqual([{ there: isBack, profiles: isBack ? 1 : 0 }]);
    }
  });

  test('gems credited after a deletion are closed out by the purge, and the ledger balances', async () => {
    const { user, openId } = await guestOn();
    await del(user, { openId });
    await wait(user);
    // A payment from before the deletion is credited after it.
    await grant(api.db, `late:${user.id}`, user.id, 'gems', 700, { type: 'adjust', id: 'late' });
    await purge();
    expect(await auditLedger(api.db)).toEqual([]);
    const { rows } = await api.pool.query(`select 1 from transfer where operation = $1`, [`close:${user.id}`]);
    expect(rows).toHaveLength(1);
  });
});

describe('data export', () => {
  const begin = (user: User) => api.call('beginExport', {}, { user });
  async function all(user: User, part: string, exportId: string) {
    const rows: unknown[] = [];
    let cursor = '';
    let pages = 0;
    do {
      const { data } = await api.call('myData', { part, cursor, exportId }, { user });
      rows.push(...data.rows);
      cursor = data.next;
      pages += 1;
    } while (cursor !== '');
    return { rows, pages };
  }

  test('an export is read in pages, complete and each row once', async () => {
    const { user } = await guestOn();
    for (let n = 0; n < 3; n += 1) {
      await api.pool.query(
        `insert into support_inbox (uid, mid, body) select $1, 'm' || $2 || '-' || g, 'word ' || $2 || '-' || g from generate_series(1, 400) g`,
        [user.id, n],
      );
    }
    const recovery = `export-${user.id}@example.org`;
    await api.pool.query('insert into recovery_email (uid, address) values ($1, $2)', [user.id, recovery]);
    const { exportId } = (await begin(user)).data;
    const { rows, pages } = await all(user, 'support', exportId);
    expect([new Set(rows.map((row) => (row as { body: string }).body)).size, rows.length, pages]).toEqual([
      1_200, 1_200, 3,
    ]);
    const { rows: account } = await all(user, 'account', exportId);
    expect(account).toMatchObject([
      { uid: user.id, nick_name: user.nickName, has_password: false, recovery_email: recovery },
    ]);
    expect(JSON.stringify(account)).not.toContain('hash');
  });

  test('an export lists the bound secrets by device and time, without the secrets and their hashes', async () => {
    const { user } = await guestOn();
    const { exportId } = (await begin(user)).data;
    const { rows } = await all(user, 'secrets', exportId);
    expect(rows.map((row) => Object.keys(row as object).toSorted())).toEqual([
      ['browser', 'created_at', 'ended_at', 'platform', 'used_at'],
    ]);
  });

  test('every part of an export can be read, three exports a day are allowed, and another user cannot read it', async () => {
    const [{ user }, eve] = [await guestOn(), await guestOn()];
    await setPassword(user, GOOD);
    const { exportId } = (await begin(user)).data;
    for (const part of endpoints.myData.input.entries.part.options) {
      await all(user, part, exportId);
    }
    expect(await api.call('myData', { part: 'account', exportId }, { user: eve.user })).toMatchObject({ status: 410 });
    expect([(await begin(user)).status, (await begin(user)).status, (await begin(user)).status]).toEqual([
      200, 200, 429,
    ]);
  });
});
