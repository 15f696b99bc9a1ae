import { typedDigits } from '#contract/text/typed-digits.ts';
import { LIMIT_GEMS_MAX } from '#contract/wallet/limits.ts';

/** Parses a spending limit typed in gems; undefined if it is not a valid limit. */
export function limitOf(typed: string): number | undefined {
  const digits = typedDigits(typed);
  const gems = /^\d{1,7}$/.test(digits) ? Number(digits) : undefined;
  return gems === undefined || gems > LIMIT_GEMS_MAX ? undefined : gems;
}

/**
 * Returns whether a change of a spending limit takes effect immediately: a first, equal or lower limit does; a higher limit, or its
 * removal (null), only after a day.
 */
export const holdsAtOnce = (before: number | null, gems: number | null): boolean =>
  gems !== null && (before === null || gems <= before);
