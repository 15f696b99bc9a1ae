import { LUCKY_ODDS } from '../../../contract/rewards/rules.ts';

/** Number of possible rolls of the lucky box; the odds are given in as many parts. */
export const ROLLS = 10_000;

/** Silver that a roll of 0 to 9,999 of the lucky box wins, by LUCKY_ODDS. */
export function silverOfRoll(roll: number): number {
  let upTo = 0;
  for (const { amount, of10000 } of LUCKY_ODDS) {
    upTo += of10000;
    if (roll < upTo) return amount;
  }
  throw new RangeError('The odds do not cover this roll');
}
