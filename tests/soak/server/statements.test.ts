import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { CALL_HEARTBEAT_INTERVAL_MS } from '../../../contract/calls/rules.ts';
import { type CallServer, NOON, PRICE, startCalls } from '../../harness/calls.ts';
import { report, sized } from './size.ts';

const MINUTE_MS = 60_000;
/** Two sides, each with a beat each 5 s; a beat is a transaction that reads the call and the meter and writes the call. */
const MINUTE_MAX = 24 * 6;

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

/** Statements of one minute of so many calls at once, a call. */
async function statementsOfMinute(calls: number): Promise<number> {
  const pairs = await Promise.all(Array.from({ length: calls }, () => at.pair(PRICE * 5)));
  const sids = await Promise.all(pairs.map((pair) => at.connect(pair, NOON)));
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    for (let ms = CALL_HEARTBEAT_INTERVAL_MS; ms <= MINUTE_MS; ms += CALL_HEARTBEAT_INTERVAL_MS)
      await Promise.all(sids.map((sid, n) => at.beat(sid, pairs[n] ?? { user: 0, host: 0 }, NOON + ms)));
    return query.mock.calls.length / calls;
  } finally {
    query.mockRestore();
  }
}

test('a minute of a call costs as many statements among many calls as alone', { timeout: 600_000 }, async () => {
  const alone = await statementsOfMinute(1);
  const among = await statementsOfMinute(sized(10, 100));
  report('statements of a call-minute', { alone, 'among many': among, 'a second': (among / 60).toFixed(1) });
  expect(alone).toBeLessThanOrEqual(MINUTE_MAX);
  expect(Math.abs(among / alone - 1)).toBeLessThanOrEqual(0.2);
  expect(await at.audit()).toEqual([]);
});
