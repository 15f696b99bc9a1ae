import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type FaultedCall, faultedCall, oracleGems } from '../../harness/call-faults.ts';
import { type CallServer, jid, NOON, startCalls } from '../../harness/calls.ts';

const CALLS = Number(process.env['BILLED_CALLS'] ?? 1_000);
const AT_ONCE = 8;

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

/** Plays it on a clock of its own. Answers what the caller paid, and what the host got. */
async function play(call: FaultedCall): Promise<{ paid: number; got: number }> {
  const { gems, price, isFree, events, down } = call;
  const pair = await at.pair(gems, { price, isNew: isFree });
  const sid = await at.connect(pair, NOON);
  const [before, after] = [at.serve(0), at.serve(NOON + (down?.to ?? 0))];
  for (const { at: time, does, side, flowing } of events) {
    if (down && time >= down.from && time < down.to) continue;
    const calls = down && time >= down.to ? after : before;
    const uid = side === 'caller' ? pair.user : pair.host;
    const from = { uid, jid: jid(uid) };
    const now = NOON + time;
    if (does === 'look') await calls.freshen([uid], now);
    else if (does === 'beat') await calls.perform({ name: 'SessionHeartbeat', sid, data: { flowing } }, from, now);
    else await calls.perform({ name: 'SessionTerminate', sid, data: { reason: 'hangUp', rejectType: '' } }, from, now);
  }
  // Whoever was silent until now is gone.
  await (down ? after : before).freshen([pair.user], NOON + 400_000);
  return { paid: gems - (await at.gems(pair.user)), got: await at.gems(pair.host) };
}

test(`${CALLS} faulted calls cost to the gem what an independent oracle says`, { timeout: 600_000 }, async () => {
  const calls = fc.sample(faultedCall, { numRuns: CALLS, seed: 7 });
  const costs = { free: 0, paid: 0 };
  const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
    for (let n = lane; n < calls.length; n += AT_ONCE) {
      const call = calls[n];
      if (!call) continue;
      const due = oracleGems(call);
      const { paid, got } = await play(call);
      expect({ call, paid }).toEqual({ call, paid: due });
      expect(got).toBe((due / call.price) * Math.floor((call.price * 60) / 100));
      costs[due === 0 ? 'free' : 'paid'] += 1;
    }
  });
  await Promise.all(lanes);
  // Both kinds were really there, and the books are whole.
  expect(Math.min(costs.free, costs.paid)).toBeGreaterThan(CALLS / 20);
  expect(await at.audit()).toEqual([]);
  const { rows } = await at.pool.query(`select count(*)::int as n from call where state <> 'ended'`);
  expect(rows[0].n).toBe(0);
});
