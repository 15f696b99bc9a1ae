import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Gain, judge, playOutages } from '../../harness/calls/call-billing.ts';
import { play as arbitraryPlay } from '../../harness/calls/call-cheats.ts';
import { OUTAGE_STEPS } from '../../harness/calls/call-outages.ts';
import { truth as arbitraryTruth } from '../../harness/calls/call-truth.ts';
import { type CallServer, startCalls } from '../../harness/calls/calls.ts';

/** The full proof uses `BILLED_CALLS=2000`; by default, only the first calls of it run. */
const CALLS = Number(process.env['BILLED_CALLS'] ?? 150);
const AT_ONCE = 8;

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

test(`in ${CALLS} calls every gem matches the rules, and no user gains gems or free seconds by a false statement`, {
  timeout: 900_000,
}, async () => {
  const plays = fc.sample(fc.tuple(arbitraryTruth, arbitraryPlay), { numRuns: CALLS, seed: 7 });
  const count = { free: 0, paid: 0, nobody: 0, caller: 0, callee: 0, both: 0, booked: 0 };
  const gains: Gain[] = [];
  const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
    for (let n = lane; n < plays.length; n += AT_ONCE) {
      const [truth, play] = plays[n] ?? [];
      if (!truth || !play) continue;
      // In every second call, the two users are connected to different processes. Every third one without free time is booked.
      const isBooked = n % 3 === 0 && !truth.isFree;
      count.booked += isBooked ? 1 : 0;
      const { paid, gain } = await judge(at, truth, play, n % 2 === 1, isBooked);
      count[paid === 0 ? 'free' : 'paid'] += 1;
      count[play.cheat] += 1;
      if (gain) gains.push(gain);
    }
  });
  await Promise.all(lanes);
  expect(gains).toEqual([]);
  const { rows } = await at.pool.query('select count(*)::int as refunded from call where refunded_minutes > 0');
  expect(rows[0].refunded).toBeGreaterThan(CALLS / 50);
  // All kinds of calls occurred, and the ledger balances.
  expect(Math.min(...Object.values(count))).toBeGreaterThan(CALLS / 20);
  expect(await at.audit()).toEqual([]);
});

/** The soak runs 2,000 (tests/soak/server/call-outages.test.ts); these are the first ones of it. */
const OUTAGES = 40;

test(`in ${OUTAGES} calls with a server outage no gem is paid for time without confirmed media`, {
  timeout: 900_000,
}, async () => {
  const played = await playOutages(at, OUTAGES);
  expect(Object.keys(played)).toEqual(expect.arrayContaining(['paid', ...OUTAGE_STEPS]));
  expect(await at.audit()).toEqual([]);
});
