import { localValue } from '../../../local.ts';

const visits = localValue('visits', (stored) => Math.max(0, Math.trunc(Number(stored)) || 0));
const lastDay = localValue('visited-on', String);
const refused = localValue('install-guide', (stored) => stored === 'no');
/** Number of days with a visit from which the guide is offered. */
const ENOUGH_VISITS = 3;

/**
 * Counts this day as a visit on this device, and returns whether the install guide is due: from the third day with a visit. False
 * after `dismissGuide` and without access to storage.
 */
export function isGuideDue(today: string): boolean {
  if (refused.read()) return false;
  const before = visits.read();
  const now = lastDay.read() === today ? before : before + 1;
  visits.write(String(now));
  lastDay.write(today);
  return now >= ENOUGH_VISITS;
}

/** Stores on this device that the install guide is never shown again. Called when the user dismisses it. */
export const dismissGuide = (): void => refused.write('no');
