import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkToken, hashToken, liveTokens, tokenOwner } from '../../server/domains/account/tokens.ts';
import { loadSenderPolicy } from '../../server/domains/people/policy.ts';
import { block, messageLock } from '../../server/domains/people/tables.ts';
import { account } from '../../server/platform/database/account.ts';
import { newOpenId, startApi, type TestApi, type User } from '../harness/api.ts';

let api: TestApi;
let listener: pg.Client;
const heard: string[] = [];
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  listener = new pg.Client({ connectionString: api.url });
  await listener.connect();
  listener.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
  await listener.query('listen token_revoked; listen policy_changed');
});
afterAll(async () => {
  await listener?.end();
  await api?.close();
});

const login = async (device: string): Promise<User> =>
  (await api.call('userPwdLogin', { uid: 100001, passwd: 'gemcall' }, { device })).data.userInfo;
const isLive = async ({ id, vcToken }: User) => (await checkToken(api.db, { uid: id, token: vcToken })).ok;

const unusedFor = ({ vcToken }: User, time: string) =>
  api.pool.query('update device_token set used_at = now() - $2::interval where hash = $1', [hashToken(vcToken), time]);

/** Returns the notifications of `change`. A round trip on the listening connection delivers all earlier commits. */
async function announced(change: () => Promise<unknown>): Promise<string[]> {
  await listener.query('select 1');
  heard.length = 0;
  await change();
  await listener.query('select 1');
  return heard.toSorted();
}

describe('tokens', () => {
  test('a login on another device leaves the first token valid, and a login on the same device replaces it', async () => {
    const phone = await login('phone');
    const desk = await login('desk');
    expect([await isLive(phone), await isLive(desk)]).toEqual([true, true]);
    const again = await login('phone');
    expect([await isLive(phone), await isLive(desk), await isLive(again)]).toEqual([false, true, true]);
  });

  test('exactly one token is valid after many simultaneous logins on one device', async () => {
    const openId = newOpenId();
    // By openId, because the slow password hash would serialize the logins.
    const enter = async () =>
      (await api.call('login', { openId, channel: 'guest' }, { device: 'racing' })).data.userInfo;
    await enter();
    const users = await Promise.all(Array.from({ length: 8 }, enter));
    const live = await liveTokens(
      api.db,
      users.map(({ vcToken }) => hashToken(vcToken)),
    );
    expect(live.size).toBe(1);
  });

  test('a token that was unused for 30 days is invalid for calls, streams and uploads', async () => {
    const user = await login('forgotten');
    await unusedFor(user, '29 days 23 hours');
    expect(await isLive(user)).toBe(true);
    await unusedFor(user, '30 days 1 second');
    expect(await isLive(user)).toBe(false);
    expect(await tokenOwner(api.db, user.vcToken)).toBeUndefined();
    expect(await api.call('account', { action: 1 }, { user })).toMatchObject({ status: 401 });
    // A refused call does not count as use.
    expect(await isLive(user)).toBe(false);
    expect(await isLive(await login('forgotten'))).toBe(true);
  });

  test('use of a token renews it, and is recorded at most once a day', async () => {
    const user = await login('busy');
    const writes = async () =>
      (await api.pool.query('select xmin, used_at from device_token where hash = $1', [hashToken(user.vcToken)]))
        .rows[0];
    const before = await writes();
    await Promise.all(Array.from({ length: 8 }, () => api.call('account', { action: 1 }, { user })));
    expect(await writes()).toEqual(before);
    await unusedFor(user, '25 hours');
    const old = await writes();
    expect(await tokenOwner(api.db, user.vcToken)).toBe(user.id);
    const renewed = await writes();
    expect(Number(renewed.used_at)).toBeGreaterThan(Number(old.used_at));
    await Promise.all(Array.from({ length: 8 }, () => isLive(user)));
    expect(await writes()).toEqual(renewed);
  });

  test('a token is valid for its own account only', async () => {
    const { vcToken } = await login('own');
    expect(await checkToken(api.db, { uid: 9001, token: vcToken })).toEqual({ ok: false });
    expect(await checkToken(api.db, { uid: 100001, token: vcToken })).toEqual({
      ok: true,
      tokenHash: hashToken(vcToken),
    });
  });

  test('no credential is stored in plain text', async () => {
    const openId = 'an-open-id-that-nobody-may-read';
    const { data } = await api.call('login', { openId, channel: 'guest' });
    const tables = ['account', 'device_token', 'operation', 'profile'];
    const rows = await Promise.all(tables.map((table) => api.pool.query(`select * from ${table}`)));
    const stored = JSON.stringify(rows.map((result) => result.rows));
    for (const secret of [openId, data.userInfo.vcToken, '"gemcall"']) {
      expect(stored.replace('"nick_name":"gemcall"', '')).not.toContain(secret);
    }
  });

  test('a revoked token is announced by its hash on logout and on replacement', async () => {
    const user = await login('announced');
    const hash = hashToken(user.vcToken);
    expect(await announced(() => api.call('logout', {}, { user }))).toEqual([`token_revoked ${hash}`]);
    const replaced = await login('announced');
    const news = await announced(() => login('announced'));
    expect(news).toEqual([`token_revoked ${hashToken(replaced.vcToken)}`]);
  });
});

describe('the sender policy of the edge', () => {
  test('the sender policy contains nick, role, lock and blocks in both directions', async () => {
    const until = new Date('2030-01-01T00:00:00Z');
    await api.db.insert(messageLock).values({ uid: 9001, until });
    await api.db.insert(block).values([
      { ownerUid: 9001, blockedUid: 9002 },
      { ownerUid: 9003, blockedUid: 9001 },
    ]);
    expect(await loadSenderPolicy(api.db, 9001)).toMatchObject({
      nickName: 'Asha (demo)',
      role: 3,
      lockedUntil: until,
      blockedBy: [9003],
      blocks: [9002],
    });
    expect(await loadSenderPolicy(api.db, 424242)).toBeUndefined();
  });

  test('every change of a sender policy is announced with the affected uids', async () => {
    const pair = { ownerUid: 9010, blockedUid: 9011 };
    const bothSides = ['policy_changed 9010', 'policy_changed 9011'];
    expect(await announced(() => api.db.insert(block).values(pair))).toEqual(bothSides);
    expect(await announced(() => api.db.delete(block).where(eq(block.ownerUid, 9010)))).toEqual(bothSides);
    const lock = { uid: 9012, until: new Date() };
    expect(await announced(() => api.db.insert(messageLock).values(lock))).toEqual(['policy_changed 9012']);
    const rename = () => api.db.update(account).set({ nickName: 'New' }).where(eq(account.uid, 9013));
    expect(await announced(rename)).toEqual(['policy_changed 9013']);
  });
});
