import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { HubRequest } from '../../../contract/calls/hub.ts';
import type { PartyRequest } from '../../../server/domains/calls/actions/party.ts';
import type { Play } from './call-cheats.ts';
import { oracle, type Stop } from './call-oracle.ts';
import { outage as arbitraryOutage, type Outage, seenMs } from './call-outages.ts';
import { honestly, LONGEST_MS, type Said, type Truth } from './call-truth.ts';
import { type CallServer, jid, NOON } from './calls.ts';

const REQUESTS = {
  success: () => ({ name: 'SessionSuccess', data: {} }),
  accept: () => ({ name: 'CallAccept', data: {} }),
  beat: (flowing: boolean, usable?: false) => ({
    name: 'SessionHeartbeat',
    data: { flowing, ...(usable === false && { usable }) },
  }),
  hangUp: () => ({ name: 'SessionTerminate', data: { reason: 'hangUp', rejectType: '' } }),
  fail: () => ({ name: 'SessionFail', data: { reason: 'gemsOut', rejectType: '' } }),
} as const;

/** The processes of one deployment: those of the caller's and callee's connections, and the leader that sweeps. One process, or three. */
function processesOf(at: CallServer, isSplit: boolean, aliveSince: number) {
  const caller = at.serve(aliveSince);
  const others = isSplit
    ? { callee: at.serve(aliveSince), leader: at.serve(aliveSince) }
    : { callee: caller, leader: caller };
  return { caller, ...others };
}

/** Plays a call on a simulated clock. Returns what the caller paid, what the host earned, and when it ended (ms after the answer). */
async function perform(
  at: CallServer,
  { gems, price, isFree, down, isSweptLate }: Truth,
  said: readonly Said[],
  isSplit: boolean,
  isBooked: boolean,
) {
  const pair = await at.pair(gems, { price, isNew: isFree });
  // A booking without a minimum costs as much as a call whose caller has the gems of its minutes.
  if (isBooked) await at.book(pair, { minutes: Math.min(60, Math.floor(gems / price)), price, minimumMinutes: 0 });
  const { sid } = await at.request(pair.user, pair.host, NOON);
  await at.act('CallReady', sid, pair.host, NOON, {});
  const [before, after] = [processesOf(at, isSplit, 0), processesOf(at, isSplit, NOON + (down?.to ?? 0))];
  let isOver = false;
  /** The processes that run at this time. The former ones have stored their state by then. */
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
  /** Runs the sweeper up to this time. */
  async function sweepTo(time: number): Promise<void> {
    for (let now = await row(); now.isLive && now.due <= NOON + time; now = await row()) {
      const due = now.due - NOON;
      const awake = down && due >= down.from && due < down.to ? down.to : due;
      if (awake > time) return;
      const { leader } = await runningAt(awake);
      await leader.freshen([pair.user], NOON + awake);
    }
  }
  for (const { at: time, does, side, flowing, usable } of said) {
    if (down && time >= down.from && time < down.to) continue;
    if (!isSweptLate) await sweepTo(time);
    const uid = side === 'caller' ? pair.user : pair.host;
    const request = { ...REQUESTS[does](flowing, usable), sid } as HubRequest as PartyRequest;
    const running = await runningAt(time);
    await running[side].perform(request, { uid, jid: jid(uid) }, NOON + time);
    if (!(await row()).isLive) break;
  }
  // A side that has stopped sending has timed out by then.
  await sweepTo(Math.max(LONGEST_MS, down?.to ?? 0) + 100_000);
  const { isLive, over } = await row();
  expect(isLive).toBe(false);
  return { paid: gems - (await at.gems(pair.user)), got: await at.gems(pair.host), over };
}

/** The false statements of a call and what they gained, printed when a test fails. */
export type Gain = { readonly truth: Truth; readonly told: readonly Said[]; readonly gained: object };

/** Plays a call, honest or with false statements, compares its cost with the rules, and returns what the false statements gained. */
export async function judge(
  at: CallServer,
  truth: Truth,
  { cheat, told }: Play,
  isSplit: boolean,
  isBooked = false,
): Promise<{ paid: number; over: Stop; gain: Gain | undefined }> {
  const real: Truth = cheat === 'nobody' ? truth : { ...truth, down: undefined, isSweptLate: false };
  const honest = honestly(real);
  const said = told(honest);
  const { paid, got, over } = await perform(at, real, said, isSplit, isBooked);
  const share = Math.floor((real.price * 60) / 100);
  // The server charges exactly what the rules say, whatever the messages claim.
  const ruled = oracle(real, said);
  expect({ real, said, paid, got }).toEqual({ real, said, paid: ruled.paid, got: ruled.earnedMinutes * share });
  // An honest call up to the same moment, with the same end, would not have been worse for the side that sent false statements.
  const due = oracle(real, honest, over);
  const free = cheat === 'caller' || cheat === 'both' ? due.paid - paid : 0;
  const gems = cheat === 'callee' || cheat === 'both' ? got - due.earnedMinutes * share : 0;
  return { paid, over, gain: free > 0 || gems > 0 ? { truth: real, told: said, gained: { free, gems } } : undefined };
}

const HONEST: Play = { cheat: 'nobody', told: (honest) => honest };

/**
 * Plays an honest call with a server outage, and expects that no gem is paid for time that neither side saw: no more minutes than began
 * while the callee saw the caller, and if the callee did not come back after the outage, no more than were complete.
 */
async function judgeOutage(at: CallServer, { step, truth }: Outage, isSplit: boolean): Promise<number> {
  const { paid, over } = await judge(at, truth, HONEST, isSplit);
  const { price, isFree, down } = truth;
  const seen = seenMs(truth, over.at) - (isFree ? 60_000 : 0);
  const isBack = honestly(truth).some(
    ({ side, does, at: time }) => side === 'callee' && does === 'beat' && time >= (down?.to ?? 0) && time <= over.at,
  );
  const isCut = over.isByTime && down !== undefined && over.at >= down.to && !isBack;
  const most = isCut ? Math.floor(seen / 60_000) : seen < 0 ? 0 : Math.floor(seen / 60_000) + 1;
  expect({ step, truth, over, unseen: Math.max(0, paid - Math.max(0, most) * price) }).toMatchObject({ unseen: 0 });
  return paid;
}

const AT_ONCE = 8;

/**
 * Plays `count` calls with outages at every phase, half of them on three processes. Returns how many calls each phase had, and how many
 * were paid.
 */
export async function playOutages(at: CallServer, count: number): Promise<Readonly<Record<string, number>>> {
  const outages = fc.sample(arbitraryOutage, { numRuns: count, seed: 11 });
  const played: Record<string, number> = { paid: 0 };
  const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
    for (let n = lane; n < outages.length; n += AT_ONCE) {
      const outage = outages[n];
      if (!outage) continue;
      const paid = await judgeOutage(at, outage, n % 2 === 1);
      played[outage.step] = (played[outage.step] ?? 0) + 1;
      played['paid'] = (played['paid'] ?? 0) + (paid > 0 ? 1 : 0);
    }
  });
  await Promise.all(lanes);
  return played;
}
