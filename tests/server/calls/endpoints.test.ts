import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import type { RatingReason } from '../../../contract/calls/calls.ts';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { watchSite } from '../../../server/domains/account/site/site.ts';
import type { Scene } from '../../../server/domains/calls/auto-message.ts';
import { createLog } from '../../../server/platform/log/log.ts';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { FASTER_IMPORTS } from '../../harness/faster-imports.ts';
import { startProxy } from '../../harness/servers/proxy.ts';

let api: TestApi;
let sam: User;
const SID = 's'.repeat(21);
beforeAll(async () => {
  api = await startApi(inject('postgresUrl'));
  sam = (await api.call('userPwdLogin', { uid: 100_001, passwd: 'gemcall' })).data.userInfo;
});
afterAll(() => api?.close());
beforeEach(() => api.pool.query('delete from allowance_use'));

test('the endpoints for allowances return what is left', async () => {
  const user = await api.guest('a-device-of-its-own');
  const first = async () => (await api.call('firstCallInfo', {}, { user })).data.firstCallInfo;
  const whole = { freeFirstCallTotalTimes: 1, freeFirstCallRemainingTimes: 1, freeFirstCallDuration: 60 };
  expect(await first()).toEqual(whole);
  // Another guest on the same device has used the free first call.
  await api.pool.query(`insert into allowance_use values ('first', 'device:a-device-of-its-own', 1, 'x')`);
  expect(await first()).toEqual({ ...whole, freeFirstCallRemainingTimes: 0 });
  const free = async () => (await api.call('paidUserFreeCall', {}, { user })).data;
  expect(await free()).toMatchObject({ freeTimes: 0, freeDuration: 60 });
  await api.pool.query('update account set paid = true where uid = $1', [user.id]);
  expect(await free()).toMatchObject({
    freeTimes: 1,
    rechargeReminderTime: 20,
    matchToFlashTime: 15,
    fairStartSeconds: 20,
  });
  expect((await api.call('clubCallTimes', {}, { user })).data).toEqual({
    availableTimes: 1,
    silverCallDuration: 60,
    silverPrice: 100,
    paidTimes: 5,
  });
});

test('a new guest of the demo has gems for a call', async () => {
  const user = await api.guest();
  expect((await api.call('account', { action: 1 }, { user })).data.gemsBalance).toBe(300);
});

const runFile = promisify(execFile);
const operate = (...words: string[]) =>
  runFile(process.execPath, [...FASTER_IMPORTS, 'tools/operator/operator.ts', ...words], {
    env: { ...process.env, DATABASE_URL: api.url },
  });

test('a setting of the operator reaches visitors, users and every process, is logged, and is validated', async () => {
  const site = await watchSite(api.url, createLog('silent'));
  try {
    const common = { enableLuckyBox: true, enableUserTaskEntrance: true };
    const on = { ...common, enablePaidUserFreeCall: true, enableCallback: true };
    const silver = { enableSilverClub: true, silverCallDuration: 60 };
    const told = async () => {
      const { commonConfig, silverInfoConf } = (await api.call('combineInfo', {}, { user: sam })).data.mainInfo;
      expect((await api.call('websiteConfig', {})).data.silverInfoConf).toEqual(silverInfoConf);
      return { commonConfig, silverInfoConf };
    };
    expect(await told()).toEqual({ commonConfig: on, silverInfoConf: silver });
    expect(await site.read(api.db)).toMatchObject({ ...on, ...silver, pauseMeasuring: false });

    expect((await operate('set', 'enablePaidUserFreeCall', 'off', '--reason', 'too many')).stdout).toContain(
      'on -> off',
    );
    await changeSiteSetting(api.db, 'enableSilverClub', false);
    await vi.waitFor(async () => expect((await site.read(api.db)).enableSilverClub).toBe(false), 10_000);
    expect(await site.read(api.db)).toMatchObject({ enablePaidUserFreeCall: false });
    expect(await told()).toEqual({
      commonConfig: { ...on, enablePaidUserFreeCall: false },
      silverInfoConf: { ...silver, enableSilverClub: false },
    });
    expect((await api.call('clubCallTimes', {}, { user: sam })).data).toMatchObject({
      availableTimes: 0,
      paidTimes: 0,
    });
    await api.pool.query('update account set paid = true where uid = $1', [sam.id]);
    expect((await api.call('paidUserFreeCall', {}, { user: sam })).data.freeTimes).toBe(0);

    const log = async () => (await api.pool.query('select who, command, what, reason from operator_log')).rows;
    const noted = await log();
    expect(noted).toEqual([
      {
        who: expect.stringMatching(/.@./),
        command: 'set',
        what: { key: 'enablePaidUserFreeCall', value: 'off' },
        reason: 'too many',
      },
    ]);
    await expect(operate('set', 'enableCallback', '1', '--reason', 'no')).rejects.toMatchObject({ code: 1 });
    for (const reason of [[], ['--reason', ' ']]) {
      const why = { code: 1, stderr: expect.stringContaining('needs --reason') };
      await expect(operate('set', 'enableCallback', 'off', ...reason)).rejects.toMatchObject(why);
    }
    expect(await log()).toEqual(noted);
    for (const change of [
      `update operator_log set reason = 'none'`,
      'delete from operator_log',
      'truncate operator_log',
    ]) {
      await expect(api.pool.query(change)).rejects.toMatchObject({ code: '23001' });
    }
    // An invalid or unknown value in the database counts as not set.
    await api.pool.query(`insert into site_setting values ('enableCallback', '"yes"'), ('enableMore', 'true')`);
    expect((await told()).commonConfig.enableCallback).toBe(true);
    await api.pool.query('delete from site_setting');
    expect(await told()).toEqual({ commonConfig: on, silverInfoConf: silver });
    const { rows } = await api.pool.query('select key, before, after from site_setting_log order by id limit 2');
    expect(rows).toEqual([
      { key: 'enablePaidUserFreeCall', before: null, after: false },
      { key: 'enableSilverClub', before: null, after: false },
    ]);
    await expect(api.pool.query('delete from site_setting_log')).rejects.toThrow('only added to');
  } finally {
    await site.close();
  }
});

test('the site settings are read again after a failed read and after a lost notification', async () => {
  const url = new URL(api.url);
  const proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  const site = await watchSite(url.href, createLog('silent'));
  try {
    const select = () => {
      throw new Error('no database');
    };
    await expect(site.read({ ...api.db, select } as never)).rejects.toThrow('no database');
    expect((await site.read(api.db)).enableCallback).toBe(true);
    proxy.refuse(true);
    proxy.reset();
    await changeSiteSetting(api.db, 'enableCallback', false);
    // The notification has not arrived yet.
    expect((await site.read(api.db)).enableCallback).toBe(true);
    proxy.refuse(false);
    await vi.waitFor(async () => expect((await site.read(api.db)).enableCallback).toBe(false), 20_000);
  } finally {
    await changeSiteSetting(api.db, 'enableCallback', undefined);
    await site.close();
    await proxy.close();
  }
});

test('only the two users of a connected call can rate it with reasons that fit, and the last rating counts', async () => {
  const rate = (user: User, stars: number, sid = SID) => api.call('callRating', { sid, stars }, { user });
  const call = (state: string, connecting: number, sid: string) =>
    api.pool.query(
      `insert into call (sid, kind, state, caller, callee, caller_jid, price, share_percent, free_seconds, paid, connecting_time)
       values ($1, 'paid', $2, 100001, 9001, '', 20, 60, 0, true, $3)`,
      [sid, state, connecting],
    );
  await call('ended', 5, SID);
  await call('ended', 0, 'n'.repeat(21));
  expect((await rate(sam, 2)).status).toBe(200);
  expect((await rate(sam, 5)).status).toBe(200);
  expect((await api.pool.query('select stars from call_rating')).rows).toEqual([{ stars: 5 }]);
  expect((await rate(await api.guest(), 1)).status).toBe(404);
  expect((await rate(sam, 1, 'n'.repeat(21))).status).toBe(404);
  expect((await rate(sam, 1, 'x'.repeat(21))).status).toBe(404);
  for (const stars of [0, 6, 1.5, -1]) expect((await rate(sam, stars)).status).toBe(400);
  const explain = (stars: number, reasons: readonly string[]) =>
    api.call('callRating', { sid: SID, stars, reasons: reasons as RatingReason[] }, { user: sam });
  expect((await explain(4, ['friendly', 'funny', 'friendly'])).status).toBe(200);
  const stored = { stars: 4, reasons: ['friendly', 'funny'] };
  expect((await api.pool.query('select stars, reasons from call_rating')).rows).toEqual([stored]);
  // Reasons that do not fit the stars, and unknown ones.
  for (const reasons of [['poorSound'], ['tall']]) expect((await explain(5, reasons)).status).toBe(400);
  expect((await explain(3, ['friendly'])).status).toBe(400);
});

test('relay servers are returned to an account and refused to a visitor', async () => {
  const { data } = await api.call('relayServers', {}, { user: sam });
  expect(data).toEqual({ relays: { servers: [], policy: 'all' } });
  expect((await api.call('relayServers', {})).status).toBe(401);
});

test('no host writes first when no demo hosts run', async () => {
  const { data } = await api.call('triggerAutoMessage', { scene: 'login' }, { user: sam });
  expect(data).toEqual({ triggered: false });
});

test('an online host writes first once a day on each occasion, but not across a block or when strangers are not admitted', async () => {
  const { triggerAutoMessage } = await import('../../../server/domains/calls/auto-message.ts');
  const asked: number[] = [];
  const greeting = {
    greet: async (host: number) => {
      asked.push(host);
      return true;
    },
  };
  const trigger = (data: { targetUid?: number; scene?: Scene } = {}) =>
    triggerAutoMessage(api.db, greeting, sam.id, { scene: 'login', targetUid: undefined, ...data });
  expect(await trigger()).toBe(false);
  await api.pool.query(
    `insert into online_stream (stream_id, uid, process_id) select 's' || n, n, 'p' from unnest(array[9002, 9003]) n`,
  );
  await api.pool.query('insert into block (owner_uid, blocked_uid) values (100001, 9003)');
  expect(await trigger({ targetUid: 9004 })).toBe(false);
  expect(await trigger({ targetUid: 9003 })).toBe(false);
  expect(await trigger()).toBe(true);
  expect(await trigger()).toBe(false);
  expect(asked).toEqual([9002]);
  expect(await trigger({ scene: 'after_call', targetUid: 9002 })).toBe(true);
  expect(await trigger({ scene: 'after_call', targetUid: 9002 })).toBe(false);
  await api.call('updateProfile', { settings: { privateMessages: false } }, { user: sam });
  expect(await trigger({ scene: 'profile', targetUid: 9002 })).toBe(false);
});
