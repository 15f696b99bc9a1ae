import { localValue } from '../../../local.ts';

const visits = localValue('visits', (stored) => Math.max(0, Math.trunc(Number(stored)) || 0));
const lastDay = localValue('visited-on', String);
const refused = localValue('install-guide', (stored) => stored === 'no');
/** Number of days with a visit from which the guide is offered. */
const ENOUGH_VISITS = 3;

/** Counts the days with a visit, and returns whether to show the guide. False without access to storage. */
export function isGuideDue(today: string): boolean {
  if (refused.read()) return false;
  const before = visits.read();
  const now = lastDay.read() === today ? before : before + 1;
  visits.write(String(now));
  lastDay.write(today);
  return now >= ENOUGH_VISITS;
}

/** Stores the dismissal permanently. */
export const dismissGuide = (): void => refused.write('no');
