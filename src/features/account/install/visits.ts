import { localValue } from '../../../local.ts';

const visits = localValue('visits', (stored) => Math.max(0, Math.trunc(Number(stored)) || 0));
const lastDay = localValue('visited-on', String);
const refused = localValue('install-guide', (stored) => stored === 'no');
/** Who came back on so many days may like to have the app at hand. */
const ENOUGH_VISITS = 3;

/** Counts days with a visit, and says whether the guide is due. Where storage is forbidden it never is. */
export function isGuideDue(today: string): boolean {
  if (refused.read()) return false;
  const before = visits.read();
  const now = lastDay.read() === today ? before : before + 1;
  visits.write(String(now));
  lastDay.write(today);
  return now >= ENOUGH_VISITS;
}

/** Said once, kept for good. */
export const dismissGuide = (): void => refused.write('no');
