import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type CallServer, jid, NOON, PRICE, startCalls } from '../../harness/calls/calls.ts';

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

/** Bound of each hub action: statements, with BEGIN and COMMIT. */
const STATEMENTS_MAX = 8;

/** Counts the statements of `run`, except those for the cached site settings. */
async function statementsOf(run: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await run();
    const texts = query.mock.calls.map(([sent]) => JSON.stringify(sent) ?? '');
    return texts.filter((text) => !text.includes('site_setting')).length;
  } finally {
    query.mockRestore();
  }
}

describe('statements of each hub action', () => {
  /** The number of statements of each action of a call, until its second minute and its end. */
  async function wholeCall(terms: { gems: number; isNew: boolean; isSilver?: boolean }) {
    const { user, host } = await at.pair(terms.gems, terms);
    let sid = '';
    const counts: Record<string, number> = {};
    const count = async (name: string, run: () => Promise<unknown>) => {
      counts[name] = await statementsOf(run);
    };
    await count('SessionRequest', async () => {
      sid = (await at.request(user, host, NOON)).sid;
    });
    await count('CallCheck', () => at.act('CallCheck', sid, host, NOON + 1, {}));
    await count('CallReady', () => at.act('CallReady', sid, host, NOON + 1, {}));
    await count('SessionSuccess of the callee', () => at.act('SessionSuccess', sid, host, NOON + 2, {}));
    await count('SessionSuccess of the caller', () => at.act('SessionSuccess', sid, user, NOON + 3, {}));
    const { heard } = await at.beat(sid, { user, host }, NOON + 1_000);
    expect(heard).toMatchObject({ seconds: 0, ms: 998, gems: terms.isNew ? 0 : PRICE, metering: true });
    for (let ms = 5_000; ms <= 60_000; ms += 5_000) await at.beat(sid, { user, host }, NOON + ms);
    await at.calls().tick(NOON + 61_900);
    await count('a minute', () => at.calls().sweep(NOON + 62_000));
    await count('SessionTerminate', () =>
      at.act('SessionTerminate', sid, user, NOON + 63_000, { reason: 'hangUp', rejectType: '' }),
    );
    expect(await at.receipt(sid, user)).toMatchObject({ reason: 'hangUp', seconds: 62 });
    return counts;
  }

  test.each([
    { what: 'paid', gems: 500, isNew: false },
    { what: 'with a free call', gems: 500, isNew: true },
  ])('each action takes at most 8 statements in a call that is $what', async (terms) => {
    const counts = await wholeCall(terms);
    const { SessionTerminate: end = 0, 'a minute': minute = 0, ...others } = counts;
    expect(Object.entries(others).filter(([, n]) => n > STATEMENTS_MAX)).toEqual([]);
    // With the query that finds due calls.
    expect(minute).toBeLessThanOrEqual(STATEMENTS_MAX);
    // Two statements post each minute; the second of the call's two minutes is beyond the bound.
    expect(end).toBeLessThanOrEqual(STATEMENTS_MAX + 2);
    expect(await at.audit()).toEqual([]);
  });

  test('a refused call request writes nothing and uses no allowance', async () => {
    const [one, two] = [await at.pair(0, { isNew: true }), await at.pair(0, { isNew: true })];
    expect(await at.request(one.user, one.host, NOON)).toMatchObject({ kind: 'first' });
    const refused = async () => expect((await at.request(two.user, one.user, NOON)).refusal).toBe('not-anchor');
    expect(await statementsOf(refused)).toBeLessThanOrEqual(STATEMENTS_MAX);
    // If one of the two is in a call, that call is advanced first.
    expect((await at.request(two.user, one.host, NOON)).refusal).toBe('busy');
    const { rows } = await at.pool.query(`select from allowance_use where owner = 'uid:' || $1::text`, [two.user]);
    expect(rows).toEqual([]);
  });

  test('an allowance is not used when the call is refused for its terms', async () => {
    const { user, host } = await at.pair(0, { isNew: true });
    const shown = { price: PRICE, freeSeconds: 3_600, silver: 0 };
    const asked = { callee: host, kind: 'paid', source: '', root: '', shown } as const;
    const refused = await at.calls().request(asked, { uid: user, jid: jid(user) }, NOON);
    expect(refused).toMatchObject({ ok: false, error: { reason: 'price-changed', price: PRICE } });
    const { rows } = await at.pool.query('select from call where caller = $1', [user]);
    expect(rows).toEqual([]);
    expect(await at.request(user, host, NOON)).toMatchObject({ kind: 'first' });
  });

  test('the buffered heartbeats of all calls are written with four statements', async () => {
    const calls = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const pair = await at.pair(500);
        return { pair, sid: await at.connect(pair, NOON) };
      }),
    );
    // Written at once, because the row was not read yet with the caller's gems.
    for (const { pair, sid } of calls) await at.beat(sid, pair, NOON + 1_000);
    await at.calls().tick(NOON + 3_000);
    for (const { pair, sid } of calls) {
      const buffered = () => at.beat(sid, pair, NOON + 3_000);
      expect(await statementsOf(buffered)).toBe(0);
    }
    expect(await statementsOf(() => at.calls().tick(NOON + 5_000))).toBe(4);
    const { rows } = await at.pool.query('select caller_beat::float8 as at from call where sid = any($1)', [
      calls.map(({ sid }) => sid),
    ]);
    expect(rows.map((row) => row.at)).toEqual(calls.map(() => NOON + 3_000));
  });
});

describe('confirmation of media', () => {
  test('media is confirmed only from the device in the call and only in time', async () => {
    const pair = await at.pair(500);
    const { sid } = await at.request(pair.user, pair.host, NOON);
    await at.act('CallReady', sid, pair.host, NOON, {});
    for (const uid of [pair.user, pair.host])
      expect((await at.act('SessionSuccess', sid, uid, NOON, {}, 'tablet')).refusal).toBe('closed');
    expect((await at.act('SessionSuccess', sid, pair.host, NOON + 30_000, {})).refusal).toBe('sid-non-existent');
    expect(await at.gems(pair.user)).toBe(500);
    expect((await at.receipt(sid, pair.user))?.reason).toBe('timeOut');
  });

  test('one minute is held when 50 confirmations of media come at once', async () => {
    const { user, host } = await at.pair(PRICE * 3);
    const { sid } = await at.request(user, host, NOON);
    await at.act('CallReady', sid, host, NOON, {});
    const asked = Array.from({ length: 50 }, (_, n) =>
      at.act('SessionSuccess', sid, n % 2 ? user : host, NOON + 1, {}),
    );
    expect(new Set((await Promise.all(asked)).map(({ refusal }) => refusal))).toEqual(new Set([undefined]));
    expect(await at.gems(user)).toBe(PRICE * 2);
    expect(await at.audit()).toEqual([]);
  });
});
