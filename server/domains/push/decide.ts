import { uidOfLocal } from '../../../contract/ids.ts';
import { isPushMuted } from '../../../contract/notices/muting.ts';
import { CALL_PUSHED_AT_MS, PUSH_RULES, type PushSubject } from '../../../contract/push/kinds.ts';
import type { PushJob } from './due.ts';
import type { PushFacts } from './facts.ts';

/** Returns the account that caused an event, from the data that the event is about; undefined when there is none. */
export const peerOf = ({ uid, tid }: PushSubject): number | undefined => uid ?? (tid ? uidOfLocal(tid) : undefined);

/** Kinds that are dropped, not pushed silently, during quiet hours, unless the user asked for the event. */
const NOT_WHEN_QUIET: readonly string[] = ['online', 'checkIn'];

/**
 * How a due event is pushed: with sound (`loud`) or without (`silent`). `looked`: not now, as the user is active in the app, which shows
 * the event itself. `unwanted`: never.
 */
export type PushDecision = 'loud' | 'silent' | 'looked' | 'unwanted';

/** Decides whether and how a due event is pushed, from the settings, blocks and streams of its account, right before it is sent. */
export function decide({ kind, about }: Pick<PushJob, 'kind' | 'about'>, facts: PushFacts, now: number): PushDecision {
  const { settings, tokens } = facts;
  const peer = peerOf(about);
  if (tokens.length === 0 || isPushMuted(settings, kind, about)) return 'unwanted';
  if (peer !== undefined && facts.isBlocked(peer)) return 'unwanted';
  if (kind === 'call' && !facts.isRinging(about.sid ?? '')) return 'unwanted';
  if (facts.isAppVisible) return 'looked';
  if (!isQuiet(facts, now)) return 'loud';
  return NOT_WHEN_QUIET.includes(kind) && !about.asked ? 'unwanted' : 'rings' in PUSH_RULES[kind] ? 'loud' : 'silent';
}

/** Whether the account's quiet hours are on now, in the time zone of the device that renewed its subscription last. */
function isQuiet({ settings: { quietHours }, tokens }: PushFacts, now: number): boolean {
  if (quietHours === null) return false;
  const [newest] = tokens.toSorted((one, other) => other.refreshedAt.getTime() - one.refreshedAt.getTime());
  const { from, to } = quietHours;
  const minute = minuteOfDay(newest?.zone ?? 'UTC', now);
  return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

/** Returns the minute of the day (0 to 1439) in a time zone, for quiet hours; an unknown zone counts as UTC. */
export function minuteOfDay(zone: string, now: number): number {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }).formatToParts(
      now,
    );
  const parts = isZone(zone) ? format(zone) : format('UTC');
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return of('hour') * 60 + of('minute');
}

/** Whether the runtime knows this time zone (IANA name). */
export function isZone(zone: string): boolean {
  try {
    return zone !== '' && new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** Returns when a ringing call is pushed again, in ms from now; null for other kinds, and when it rings no longer. */
export function ringsAgainInMs({ kind, at, expiresAt }: Pick<PushJob, 'kind' | 'at' | 'expiresAt'>, now: number) {
  if (kind !== 'call') return null;
  const next = CALL_PUSHED_AT_MS.find((after) => at + after > now);
  return next === undefined || at + next >= expiresAt ? null : at + next - now;
}
