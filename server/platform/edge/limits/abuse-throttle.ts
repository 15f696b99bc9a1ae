import type { Clock } from '../../clock.ts';
import { createBoundedMap } from '../../limits/bounded-map.ts';
import {
  FLOOD_AWAY_MAX_MS,
  FLOOD_AWAY_MS,
  FLOOD_END_AFTER_REFUSALS,
  FLOOD_FORGIVEN_PER_SECOND,
  FLOOD_PAUSE_MS,
  FLOOD_RECORDS_MAX,
  FLOOD_SLOW_AFTER_REFUSALS,
} from '../bounds.ts';

/** The consequence of a refused stanza for the sender's stream: none, a pause of `ms`, or the end of the stream. */
export type Verdict = { readonly do: 'go-on' } | { readonly do: 'pause'; readonly ms: number } | { readonly do: 'end' };

/** Counts refused stanzas per account of one edge, and so slows or ends the streams of accounts that flood. */
export type AbuseThrottle = {
  /** Counts a refusal of this account and returns the consequence for its stream. */
  refused(uid: number): Verdict;
  /** How long this account may not log in, ms; 0 when it may. */
  remainingPauseMs(uid: number): number;
};

type Record = { level: number; at: number; ends: number; until: number };
/** A record has no effect any more after this time without a refusal. */
const RECORD_MS = 2 * FLOOD_AWAY_MAX_MS + (FLOOD_END_AFTER_REFUSALS / FLOOD_FORGIVEN_PER_SECOND) * 1_000;
const GO_ON: Verdict = { do: 'go-on' };

/**
 * Creates the limit of floods of one edge (decisions: floods end). A refusal costs the server nearly as much as a message. An account
 * with many refusals is therefore first read more slowly, then its stream ends, then its logins are rejected. Refusals are counted per
 * account, not per stream. `isOn` false: without limits, for benchmarks.
 */
export function createAbuseThrottle(isOn: boolean, clock: Clock): AbuseThrottle {
  if (!isOn) return { refused: () => GO_ON, remainingPauseMs: () => 0 };
  const records = createBoundedMap<number, Record>({ max: FLOOD_RECORDS_MAX, lifetime: { ms: RECORD_MS, clock } });

  function recordOf(uid: number): Record {
    const now = clock.now();
    const record = records.get(uid) ?? { level: 0, at: now, ends: 0, until: 0 };
    record.level = Math.max(0, record.level - ((now - record.at) / 1_000) * FLOOD_FORGIVEN_PER_SECOND);
    record.at = now;
    if (now > record.until + FLOOD_AWAY_MAX_MS) record.ends = 0;
    return record;
  }

  return {
    refused(uid) {
      const record = recordOf(uid);
      records.set(uid, record);
      record.level += 1;
      if (record.level >= FLOOD_END_AFTER_REFUSALS) {
        record.level = FLOOD_END_AFTER_REFUSALS;
        if (record.until <= clock.now()) {
          record.until = clock.now() + Math.min(FLOOD_AWAY_MS * 2 ** record.ends, FLOOD_AWAY_MAX_MS);
          record.ends += 1;
        }
        return { do: 'end' };
      }
      return record.level > FLOOD_SLOW_AFTER_REFUSALS ? { do: 'pause', ms: FLOOD_PAUSE_MS } : GO_ON;
    },
    remainingPauseMs: (uid) => Math.max(0, (records.get(uid)?.until ?? 0) - clock.now()),
  };
}
