import { AWAY, type AwayAbout, CALL_PUSHED_AT_MS } from '../../../contract/away/kinds.ts';
import { uidOfLocal } from '../../../contract/ids.ts';
import type { Job } from './due.ts';
import type { Facts } from './facts.ts';

/** Whom an event is from. */
export const peerOf = ({ uid, tid }: AwayAbout): number | undefined => uid ?? (tid ? uidOfLocal(tid) : undefined);

/** Kinds that wait for the end of quiet hours in vain: nobody misses them. */
const NOT_WHEN_QUIET: readonly string[] = ['online', 'checkIn'];

/** `looked`: somebody looks at the app, so it is told there; `unwanted`: they never want it pushed. */
export type Decision = 'loud' | 'silent' | 'looked' | 'unwanted';

/** Whether and how a due event is pushed. */
export function decide({ kind, about }: Pick<Job, 'kind' | 'about'>, facts: Facts, now: number): Decision {
  const { settings, tokens } = facts;
  const peer = peerOf(about);
  if (tokens.length === 0 || !settings.allowNotifications || settings.mutedNotices.includes(kind)) return 'unwanted';
  if (peer !== undefined && facts.isBlocked(peer)) return 'unwanted';
  if (kind === 'call' && !facts.isRinging(about.sid ?? '')) return 'unwanted';
  if (facts.isLookedAt) return 'looked';
  if (!isQuiet(facts, now)) return 'loud';
  return NOT_WHEN_QUIET.includes(kind) ? 'unwanted' : 'rings' in AWAY[kind] ? 'loud' : 'silent';
}

/** Quiet hours are those of the device that was used last. */
function isQuiet({ settings: { quietHours }, tokens }: Facts, now: number): boolean {
  if (quietHours === null) return false;
  const [newest] = tokens.toSorted((one, other) => other.refreshedAt.getTime() - one.refreshedAt.getTime());
  const { from, to } = quietHours;
  const minute = minuteOfDay(newest?.zone ?? 'UTC', now);
  return from <= to ? from <= minute && minute < to : minute >= from || minute < to;
}

/** A zone that nobody knows is UTC. */
export function minuteOfDay(zone: string, now: number): number {
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }).formatToParts(
      now,
    );
  const parts = isZone(zone) ? format(zone) : format('UTC');
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return of('hour') * 60 + of('minute');
}

export function isZone(zone: string): boolean {
  try {
    return zone !== '' && new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** A call is pushed again while it rings; ms from now. */
export function ringsAgainInMs({ kind, at, expiresAt }: Pick<Job, 'kind' | 'at' | 'expiresAt'>, now: number) {
  if (kind !== 'call') return null;
  const next = CALL_PUSHED_AT_MS.find((after) => at + after > now);
  return next === undefined || at + next >= expiresAt ? null : at + next - now;
}
