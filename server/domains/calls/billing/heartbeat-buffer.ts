import type { HubResponseData } from '../../../../contract/calls/hub.ts';
import { CALL_AWAY_AFTER_MS } from '../../../../contract/calls/rules.ts';
import { type Call, otherOf, type SideName, sideOf } from '../call.ts';
import type { CallContext } from '../call-context.ts';
import { queueForDevice } from '../outbound.ts';
import { meterOf } from '../reading.ts';
import { nextMinute } from './advance.ts';
import { recordOnTimeBeat } from './media-reports.ts';
import { isRunning } from './meter.ts';
import { isMetered } from './money.ts';

/** Interval in ms at which each process writes its buffered heartbeats to the database. */
export const WRITE_BEATS_EVERY_MS = 1_000;
/** Time in ms that is reserved for the duration and delay of a write. */
const WRITE_SPARE_MS = 500;
/**
 * A heartbeat is buffered only while the one in the row is younger than this, so that it is written before a process that reads only
 * the row could treat the side as late. All processes therefore bill a call alike.
 */
const ROW_AGE_MAX_MS = CALL_AWAY_AFTER_MS - WRITE_BEATS_EVERY_MS - WRITE_SPARE_MS;
const FORGOTTEN_AFTER_MS = 60_000;
const SIDES = ['caller', 'callee'] as const;

/** The last heartbeat of a device. `proof`: time of the one before it, after which media arrived. */
type Beat = { readonly jid: string; readonly at: number; readonly proof: number };
/** A heartbeat with flowing media to write. `proof`: time of the one before it, if that one is not in the row. */
type SentBeat = { readonly jid: string; readonly at: number; readonly proof?: number };
/** Heartbeats of one call to write: at most one for each side. */
export type SentBeats = { readonly sid: string; readonly caller?: SentBeat; readonly callee?: SentBeat };
/** A cached call with its unwritten heartbeats. */
type Known = {
  /** The row as it was last read or written. */
  readonly call: Call;
  /** The caller's spendable gems; undefined: to be queried. */
  gems: number | undefined;
  readonly readAt: number;
  /** The last heartbeat of each side that is not in the row yet. */
  readonly kept: Partial<Record<SideName, Beat>>;
  /**
   * When this process last received a heartbeat of each side, buffered or written. Only shows whether a side is silent here; not billed.
   */
  readonly heard: Partial<Record<SideName, number>>;
};
/** The meter of a call for one side, in the answer to its heartbeat: metered time, gems so far, and whether the meter runs. */
export type Meter = HubResponseData<'SessionHeartbeat'>;

/** Whether nothing unusual is going on: then a heartbeat with flowing media changes only its time. */
const isUneventful = ({ state, waitUntil, caller, callee, meteredIntervals }: Call): boolean =>
  state === 'connected' &&
  waitUntil === 0 &&
  caller.seen &&
  [caller, callee].every(({ loss, away }) => loss === 0 && !away) &&
  isRunning(meteredIntervals);

/**
 * Creates the cache, one per process, of connected calls whose heartbeats arrive at this process, with the last heartbeat of each side
 * that is not written yet. When the process is killed, the heartbeats of the last second are lost, as if they had been lost in the
 * network.
 */
export function createHeartbeatBuffer() {
  /** In the order in which the rows were read, the oldest first. */
  const calls = new Map<string, Known>();
  const unwritten = new Set<string>();

  return {
    has: (sid: string): boolean => calls.has(sid),

    /**
     * Buffers a heartbeat with flowing media and returns the meter, or what has to be done instead: `write`: write the heartbeat, because
     * the row is too old or not cached, has another device, or the caller's gems are not known; `advance`: lock and advance the call,
     * because a minute is due or something unusual is going on.
     */
    buffer(
      sid: string,
      from: { readonly uid: number; readonly jid: string },
      now: number,
    ): Meter | 'write' | 'advance' {
      const known = calls.get(sid);
      if (known === undefined) return 'write';
      const { call, kept, heard, gems } = known;
      const side = sideOf(call, from.uid);
      if (side === undefined || call[side].jid !== from.jid) return 'write';
      if (!isUneventful(call)) return 'advance';
      const written = call[side].beat;
      const last = kept[side]?.at ?? written;
      // Not buffered if the clock was set back (`now < last`), or if the heartbeat in the row is too old.
      if (now < last || now - written > ROW_AGE_MAX_MS) return 'write';
      if (now - (heard[otherOf(side)] ?? now) > CALL_AWAY_AFTER_MS) return 'advance';
      if ((nextMinute({ call }) ?? Number.POSITIVE_INFINITY) <= now) return 'advance';
      if (gems === undefined && side === 'caller' && isMetered(call) && call.paid) return 'write';
      kept[side] = { jid: from.jid, at: now, proof: last };
      heard[side] = now;
      unwritten.add(sid);
      return readUneventfulMeter(call, side, now, gems ?? 0);
    },

    /** Updates the cache with a call that was just read or written; a call that is not connected is removed. */
    update(call: Call, gems: number | undefined, now: number): void {
      const { sid } = call;
      const { kept = {}, heard = {} } = calls.get(sid) ?? {};
      calls.delete(sid);
      for (const side of SIDES) {
        const beat = kept[side];
        const { jid, beat: written, loss } = call[side];
        if (beat && (beat.jid !== jid || beat.at <= written || loss > 0)) delete kept[side];
        // A newer heartbeat is in the row, so this side's heartbeats now arrive at another process.
        if (written > (heard[side] ?? written)) delete heard[side];
      }
      if (!kept.caller && !kept.callee) unwritten.delete(sid);
      if (call.state === 'connected') calls.set(sid, { call, gems, readAt: now, kept, heard });
      else unwritten.delete(sid);
    },
    /** Records that a device sent a heartbeat that is already in the row. */
    heard(sid: string, side: SideName, now: number): void {
      const known = calls.get(sid);
      if (known) known.heard[side] = now;
    },
    gemsOf: (sid: string): number | undefined => calls.get(sid)?.gems,
    forget(sid: string): void {
      calls.delete(sid);
      unwritten.delete(sid);
    },
    /** Drops the cached spendable gems of the calls that this user pays, because they have changed. */
    forgetGems(uid: number): void {
      for (const known of calls.values()) if (known.call.caller.uid === uid) known.gems = undefined;
    },

    /** Merges the buffered heartbeats into a call whose row is locked, before it is advanced: they arrived in time. */
    merge(context: CallContext): void {
      const { call } = context;
      for (const side of SIDES) {
        const beat = calls.get(call.sid)?.kept[side];
        const own = call[side];
        if (!beat || call.state !== 'connected' || own.jid !== beat.jid || own.beat >= beat.at || own.loss > 0)
          continue;
        if (own.away) {
          own.away = false;
          queueForDevice(context, otherOf(side), { name: 'PeerAway', data: { away: false } });
        }
        if (call.waitUntil > 0) own.beat = beat.at;
        else recordOnTimeBeat(call, side, beat.at, beat.proof);
      }
    },

    /**
     * All unwritten heartbeats; they stay buffered until `update` finds them in the row. Removes calls that have none and were not read for
     * a minute.
     */
    toWrite(now: number): SentBeats[] {
      for (const [sid, { readAt }] of calls) {
        if (now - readAt < FORGOTTEN_AFTER_MS) break;
        if (!unwritten.has(sid)) calls.delete(sid);
      }
      return [...unwritten].map((sid) => ({ sid, ...calls.get(sid)?.kept }));
    },
  };
}

/**
 * Applies sent heartbeats to a call whose row is locked, if they change nothing but times: both sides receive media and are on time, and
 * the meter runs. Otherwise, and if none is of a device in the call, it returns false and changes nothing; the call must be advanced.
 */
export function applyBeats(call: Call, sent: SentBeats, now: number): boolean {
  const isOnTime = SIDES.every((side) => Math.abs(now - call[side].beat) <= CALL_AWAY_AFTER_MS);
  if (!isUneventful(call) || !isOnTime) return false;
  const beats = SIDES.flatMap((side) => {
    const beat = sent[side];
    return beat?.jid === call[side].jid ? [{ side, beat }] : [];
  });
  for (const { side, beat } of beats) recordOnTimeBeat(call, side, beat.at, beat.proof);
  return beats.length > 0;
}

/**
 * The meter in the answer to a heartbeat that changed nothing but its time. Both sides count as on time, because the other side's
 * heartbeats may arrive at another process.
 */
export function readUneventfulMeter(call: Call, side: SideName, now: number, gems: number): Meter {
  const fresh = (one: Call['caller']) => ({ ...one, beat: now });
  return meterOf({ call: { ...call, caller: fresh(call.caller), callee: fresh(call.callee) }, now }, side, gems);
}
