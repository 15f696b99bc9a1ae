import type { Hears } from '../../../../contract/calls/hub.ts';
import { CALL_AWAY_AFTER_MS } from '../../../../contract/calls/rules.ts';
import { nextMinute } from '../billing/advance.ts';
import { isRunning } from '../billing/meter.ts';
import { isMetered } from '../billing/money.ts';
import type { SentBeats } from '../billing/steps.ts';
import { type Call, otherOf, type SideName, sideOf } from '../call.ts';
import { meterOf } from '../reading.ts';
import type { Turn } from '../turn.ts';
import { queueForDevice } from './outbound.ts';

/** So often each process writes what it keeps. */
export const WRITE_BEATS_EVERY_MS = 1_000;
/** What a write may take, and be late. */
const WRITE_SPARE_MS = 500;
/**
 * A beat is kept only while the one in the row is this young: it is then written before anybody who knows the row alone takes
 * its side for late. So all processes judge a call alike, and to the gem.
 */
const ROW_AGE_MAX_MS = CALL_AWAY_AFTER_MS - WRITE_BEATS_EVERY_MS - WRITE_SPARE_MS;
const FORGOTTEN_AFTER_MS = 60_000;
const SIDES = ['caller', 'callee'] as const;

/** The last beat of a device, and the one before it. */
type Beat = { readonly jid: string; readonly at: number; readonly proof: number };
type Known = {
  /** As its row was when it was last read or written. */
  readonly call: Call;
  /** What the caller can spend; undefined: to be asked for. */
  gems: number | undefined;
  readonly readAt: number;
  readonly kept: Partial<Record<SideName, Beat>>;
  /** When this process last had a beat of each side. */
  readonly heard: Partial<Record<SideName, number>>;
};
export type Meter = Hears<'SessionHeartbeat'>;

/** Whether a call goes on as it should: then a beat with flowing media changes nothing but its time (`call_is_calm`, migrations). */
const isCalm = ({ state, waitUntil, caller, callee, stretches }: Call): boolean =>
  state === 'connected' &&
  waitUntil === 0 &&
  caller.seen &&
  [caller, callee].every(({ loss, away }) => loss === 0 && !away) &&
  isRunning(stretches);

/**
 * The calls whose beats come to this process, and of each side the last beat that is not written yet. A process that is killed
 * takes beats of the last second with it, as if they had been lost on the way.
 */
export function createKeptBeats() {
  /** Whose row was read the longest ago is first. */
  const calls = new Map<string, Known>();
  const unwritten = new Set<string>();

  return {
    has: (sid: string): boolean => calls.has(sid),

    /**
     * Keeps a beat with flowing media and answers it, or says what has to be done first: `minute`: one is due; `write`: the
     * beat is to be written, for its row is too old or not known; `step`: the call has to be looked at as a whole.
     */
    keep(
      sid: string,
      from: { readonly uid: number; readonly jid: string },
      now: number,
    ): Meter | 'minute' | 'write' | 'step' {
      const known = calls.get(sid);
      if (known === undefined) return 'write';
      const { call, kept, heard, gems } = known;
      const side = sideOf(call, from.uid);
      if (side === undefined || call[side].jid !== from.jid) return 'write';
      if (!isCalm(call)) return 'step';
      const written = call[side].beat;
      const last = kept[side]?.at ?? written;
      // A clock that was set back.
      if (now < last || now - written > ROW_AGE_MAX_MS) return 'write';
      if (now - (heard[otherOf(side)] ?? now) > CALL_AWAY_AFTER_MS) return 'step';
      if ((nextMinute({ call }) ?? Number.POSITIVE_INFINITY) <= now) return 'minute';
      if (gems === undefined && side === 'caller' && isMetered(call) && call.paid) return 'write';
      kept[side] = { jid: from.jid, at: now, proof: last };
      heard[side] = now;
      unwritten.add(sid);
      return readCalm(call, side, now, gems ?? 0);
    },

    /** Takes note of a call as it was just read or written; of one that is not connected nothing is kept. */
    know(call: Call, gems: number | undefined, now: number): void {
      const { sid } = call;
      const { kept = {}, heard = {} } = calls.get(sid) ?? {};
      calls.delete(sid);
      for (const side of SIDES) {
        const beat = kept[side];
        const { jid, beat: written, loss } = call[side];
        if (beat && (beat.jid !== jid || beat.at <= written || loss > 0)) delete kept[side];
        // They beat elsewhere now.
        if (written > (heard[side] ?? written)) delete heard[side];
      }
      if (!kept.caller && !kept.callee) unwritten.delete(sid);
      if (call.state === 'connected') calls.set(sid, { call, gems, readAt: now, kept, heard });
      else unwritten.delete(sid);
    },
    /** A device beat, and its beat is in the row. */
    heard(sid: string, side: SideName, now: number): void {
      const known = calls.get(sid);
      if (known) known.heard[side] = now;
    },
    gemsOf: (sid: string): number | undefined => calls.get(sid)?.gems,
    forget(sid: string): void {
      calls.delete(sid);
      unwritten.delete(sid);
    },
    /** What this caller can spend has changed. */
    forgetGems(uid: number): void {
      for (const known of calls.values()) if (known.call.caller.uid === uid) known.gems = undefined;
    },

    /** Adds what is kept to a call whose row is locked, before time passes: a kept beat was in time when it came. */
    merge(turn: Turn): void {
      const { call } = turn;
      for (const side of SIDES) {
        const beat = calls.get(call.sid)?.kept[side];
        const own = call[side];
        if (!beat || call.state !== 'connected' || own.jid !== beat.jid || own.beat >= beat.at || own.loss > 0)
          continue;
        if (own.away) {
          own.away = false;
          queueForDevice(turn, otherOf(side), { name: 'PeerAway', data: { away: false } });
        }
        if (side === 'caller' && call.waitUntil === 0) call.callerProof = Math.max(call.callerProof, beat.proof);
        own.beat = beat.at;
      }
    },

    /** All that is kept; it is kept until `know` sees it in the row. Calls of which nothing was heard for long are forgotten. */
    toWrite(now: number): SentBeats[] {
      for (const [sid, { readAt }] of calls) {
        if (now - readAt < FORGOTTEN_AFTER_MS) break;
        if (!unwritten.has(sid)) calls.delete(sid);
      }
      return [...unwritten].map((sid) => ({ sid, ...calls.get(sid)?.kept }));
    },
  };
}

/** The meter of a calm call. Nobody is late in it: of the other side, whose beats may go to another process, this one need not know when. */
export function readCalm(call: Call, side: SideName, now: number, gems: number): Meter {
  const fresh = (one: Call['caller']) => ({ ...one, beat: now });
  return meterOf({ call: { ...call, caller: fresh(call.caller), callee: fresh(call.callee) }, now }, side, gems);
}
