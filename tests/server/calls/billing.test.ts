import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { HubRequest } from '../../../contract/calls/hub.ts';
import type { PartyRequest } from '../../../server/calls/actions/party.ts';
import { play as arbitraryPlay, type Play } from '../../harness/call-cheats.ts';
import { oracle } from '../../harness/call-oracle.ts';
import { truth as arbitraryTruth, honestly, LONGEST_MS, type Said, type Truth } from '../../harness/call-truth.ts';
import { type CallServer, jid, NOON, startCalls } from '../../harness/calls.ts';

/** 2,000 in the proof (`BILLED_CALLS=2000`); these are its first ones. */
const CALLS = Number(process.env['BILLED_CALLS'] ?? 150);
const AT_ONCE = 8;

let at: CallServer;
beforeAll(async () => {
  at = await startCalls(inject('postgresUrl'));
});
afterAll(() => at?.close());

const REQUESTS = {
  success: () => ({ name: 'SessionSuccess', data: {} }),
  accept: () => ({ name: 'CallAccept', data: {} }),
  beat: (flowing: boolean) => ({ name: 'SessionHeartbeat', data: { flowing } }),
  hangUp: () => ({ name: 'SessionTerminate', data: { reason: 'hangUp', rejectType: '' } }),
  fail: () => ({ name: 'SessionFail', data: { reason: 'gemsOut', rejectType: '' } }),
} as const;

/** The processes of one deployment: those that the two are connected to, and the one that sweeps. All one, or three. */
function processesOf(isSplit: boolean, aliveSince: number) {
  const caller = at.serve(aliveSince);
  const others = isSplit
    ? { callee: at.serve(aliveSince), leader: at.serve(aliveSince) }
    : { callee: caller, leader: caller };
  return { caller, ...others };
}

/** Plays it on a clock of its own: what the caller paid, what the host got, and when it was over (ms after the answer). */
async function perform({ gems, price, isFree, down, isSweptLate }: Truth, said: readonly Said[], isSplit: boolean) {
  const pair = await at.pair(gems, { price, isNew: isFree });
  const { sid } = await at.request(pair.user, pair.host, NOON);
  await at.act('CallReady', sid, pair.host, NOON, {});
  const [before, after] = [processesOf(isSplit, 0), processesOf(isSplit, NOON + (down?.to ?? 0))];
  let isOver = false;
  /** The processes that run then, after what they wrote by then. */
  async function runningAt(time: number) {
    const running = down && time >= down.to ? after : before;
    if (down && time >= down.from && !isOver) {
      isOver = true;
      for (const one of Object.values(before)) await one.tick(NOON + down.from).then(one.stop);
    }
    for (const one of Object.values(running)) await one.tick(NOON + time);
    return running;
  }
  const row = async () => {
    const { rows } = await at.pool.query('select state, due_at, settled_at, reason from call where sid = $1', [sid]);
    const { state, due_at: due, settled_at: settled, reason } = rows[0];
    const isByTime = reason === 'heartbeatLost' || reason === 'mediaFail';
    return { isLive: state !== 'ended', due: Number(due), over: { at: Number(settled) - NOON, isByTime } };
  };
  /** The sweeper, to the moment. */
  async function sweepTo(time: number): Promise<void> {
    for (let now = await row(); now.isLive && now.due <= NOON + time; now = await row()) {
      const due = now.due - NOON;
      const awake = down && due >= down.from && due < down.to ? down.to : due;
      if (awake > time) return;
      const { leader } = await runningAt(awake);
      await leader.freshen([pair.user], NOON + awake);
    }
  }
  for (const { at: time, does, side, flowing } of said) {
    if (down && time >= down.from && time < down.to) continue;
    if (!isSweptLate) await sweepTo(time);
    const uid = side === 'caller' ? pair.user : pair.host;
    const request = { ...REQUESTS[does](flowing), sid } as HubRequest as PartyRequest;
    const running = await runningAt(time);
    await running[side].perform(request, { uid, jid: jid(uid) }, NOON + time);
    if (!(await row()).isLive) break;
  }
  // Whoever was silent until now is gone.
  await sweepTo(LONGEST_MS + 100_000);
  const { isLive, over } = await row();
  expect(isLive).toBe(false);
  return { paid: gems - (await at.gems(pair.user)), got: await at.gems(pair.host), over };
}

/** The lies and what they brought, for a reader of a failure. */
type Gain = { readonly truth: Truth; readonly told: readonly Said[]; readonly gained: object };

async function judge(
  truth: Truth,
  { cheat, told }: Play,
  isSplit: boolean,
): Promise<{ paid: number; gain: Gain | undefined }> {
  const real: Truth = cheat === 'nobody' ? truth : { ...truth, down: undefined, isSweptLate: false };
  const honest = honestly(real);
  const said = told(honest);
  const { paid, got, over } = await perform(real, said, isSplit);
  const share = Math.floor((real.price * 60) / 100);
  // Whatever was said: the server charges to the gem what the rules say.
  const ruled = oracle(real, said);
  expect({ real, said, paid, got }).toEqual({ real, said, paid: ruled.paid, got: ruled.earnedMinutes * share });
  // And the truth, up to the same moment and the same end, would not have been worse for whoever lied.
  const due = oracle(real, honest, over);
  const free = cheat === 'caller' || cheat === 'both' ? due.paid - paid : 0;
  const gems = cheat === 'callee' || cheat === 'both' ? got - due.earnedMinutes * share : 0;
  return { paid, gain: free > 0 || gems > 0 ? { truth: real, told: said, gained: { free, gems } } : undefined };
}

test(`in ${CALLS} calls every gem matches the rules, and nobody gains one or a free second by a false statement`, {
  timeout: 900_000,
}, async () => {
  const plays = fc.sample(fc.tuple(arbitraryTruth, arbitraryPlay), { numRuns: CALLS, seed: 7 });
  const count = { free: 0, paid: 0, nobody: 0, caller: 0, callee: 0, both: 0 };
  const gains: Gain[] = [];
  const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
    for (let n = lane; n < plays.length; n += AT_ONCE) {
      const [truth, play] = plays[n] ?? [];
      if (!truth || !play) continue;
      // Every other one with its two people at two processes.
      const { paid, gain } = await judge(truth, play, n % 2 === 1);
      count[paid === 0 ? 'free' : 'paid'] += 1;
      count[play.cheat] += 1;
      if (gain) gains.push(gain);
    }
  });
  await Promise.all(lanes);
  expect(gains).toEqual([]);
  // All kinds were really there, and the books are whole.
  expect(Math.min(...Object.values(count))).toBeGreaterThan(CALLS / 20);
  expect(await at.audit()).toEqual([]);
});
