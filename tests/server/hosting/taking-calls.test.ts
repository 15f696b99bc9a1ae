import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { HOST_MISSED_CALLS_MAX } from '../../../contract/hosting/rules.ts';
import { loadSiteSettings } from '../../../server/domains/account/site/settings.ts';
import { readHosting } from '../../../server/domains/hosting/hosting.ts';
import { setPrice, setTakingCalls } from '../../../server/domains/hosting/settings.ts';
import { type CallServer, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

const stateOf = async (host: number) => (await readHosting(at.db, host, await loadSiteSettings(at.db), false)).host;
/** A call that rings until it times out, at a time of its own. */
async function miss({ user, host }: { user: number; host: number }, turn: number) {
  const start = NOON + turn * 600_000;
  const { refusal } = await at.request(user, host, start);
  await at.calls().sweep(start + 60_000);
  return refusal;
}

describe('a host who takes no calls', () => {
  test('is not called for gems or silver, and can be called again at once when the switch is on', async () => {
    const { user, host } = await at.pair(500, { isSilver: true });
    await setTakingCalls(at.db, host, { on: false });
    expect((await at.request(user, host, NOON)).refusal).toBe('not-taking');
    expect((await at.request(user, host, NOON, 'silver')).refusal).toBe('not-taking');
    await setTakingCalls(at.db, host, { on: true });
    expect((await at.request(user, host, NOON)).refusal).toBeUndefined();
  });

  test('is called by a user whom the host asked to call back', async () => {
    const { user, host } = await at.pair(500);
    await setTakingCalls(at.db, host, { on: false });
    const shown = { price: PRICE, freeSeconds: 0, silver: 0 };
    const called = await at.calls().callBack(host, shown, { uid: user, jid: `u_${user}@localhost/phone` }, NOON);
    expect(called.ok).toBe(true);
  });

  test('is called again when the pause is over', async () => {
    const { user, host } = await at.pair(500);
    await setTakingCalls(at.db, host, { on: true, pauseMinutes: 15 });
    expect((await stateOf(host))?.pausedUntil).toBeGreaterThan(Date.now() + 14 * 60_000);
    expect((await at.request(user, host, NOON)).refusal).toBe('not-taking');
    await at.pool.query(`update anchor set paused_until = now() - interval '1 second' where uid = $1`, [host]);
    expect((await stateOf(host))?.pausedUntil).toBe(0);
    expect((await at.request(user, host, NOON)).refusal).toBeUndefined();
  });
});

describe('the switch "Taking calls"', () => {
  test('turns itself off after three missed calls in a row, and says so until the host turns it on', async () => {
    const pair = await at.pair(500);
    for (let turn = 0; turn < HOST_MISSED_CALLS_MAX; turn += 1) {
      expect(await stateOf(pair.host)).toMatchObject({ isTakingCalls: true, isOffByMissedCalls: false });
      expect(await miss(pair, turn)).toBeUndefined();
    }
    expect(await stateOf(pair.host)).toMatchObject({ isTakingCalls: false, isOffByMissedCalls: true });
    expect(await miss(pair, HOST_MISSED_CALLS_MAX)).toBe('not-taking');
    await setTakingCalls(at.db, pair.host, { on: true });
    expect(await stateOf(pair.host)).toMatchObject({ isTakingCalls: true, isOffByMissedCalls: false });
    expect(await miss(pair, HOST_MISSED_CALLS_MAX + 1)).toBeUndefined();
    expect((await stateOf(pair.host))?.isTakingCalls).toBe(true);
  });

  test('stays on when an answered, a declined or a cancelled call is between missed ones', async () => {
    const pair = await at.pair(5_000);
    await miss(pair, 0);
    await miss(pair, 1);
    const start = NOON + 2 * 600_000;
    const { sid } = await at.request(pair.user, pair.host, start);
    await at.act('CallReady', sid, pair.host, start, {});
    await at.act('SessionTerminate', sid, pair.host, start + 1, { reason: 'hangUp', rejectType: '' });
    await miss(pair, 3);
    for (const turn of [4, 5, 6]) {
      const again = await at.request(pair.user, pair.host, NOON + turn * 600_000);
      await at.act('CallCancel', again.sid, pair.user, NOON + turn * 600_000 + 1, {});
    }
    await miss(pair, 7);
    expect((await stateOf(pair.host))?.isTakingCalls).toBe(true);
  });
});

test('a running call keeps the price with which it began when the host changes the price', async () => {
  const pair = await at.pair(500);
  const sid = await at.connect(pair, NOON);
  const changed = await at.db.transaction(async (tx) => setPrice(tx, pair.host, 100, await loadSiteSettings(tx)));
  expect(changed.ok).toBe(true);
  for (let ms = 5_000; ms <= 65_000; ms += 5_000) await at.beat(sid, pair, NOON + ms);
  await at.act('SessionTerminate', sid, pair.user, NOON + 66_000, { reason: 'hangUp', rejectType: '' });
  expect(await at.receipt(sid, pair.user)).toMatchObject({ price: PRICE, gems: 2 * PRICE });
  expect(await at.audit()).toEqual([]);
});
