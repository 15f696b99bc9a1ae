import { LIMIT_GEMS_MAX } from '#contract/wallet/limits.ts';

/** The limit that was typed; undefined where it is none. */
export function limitOf(typed: string): number | undefined {
  const gems = /^\d{1,7}$/.test(typed) ? Number(typed) : undefined;
  return gems === undefined || gems > LIMIT_GEMS_MAX ? undefined : gems;
}

/** Whether a change holds at once: a lower limit does, a higher one or none (null) after a day. */
export const holdsAtOnce = (before: number | null, gems: number | null): boolean =>
  gems !== null && (before === null || gems <= before);
