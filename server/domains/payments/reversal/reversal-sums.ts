import { type Money, SOLD_CURRENCIES, type SoldCurrency } from '../../../../contract/payments/money.ts';

/** An order and what was reversed of it so far (`back...`): gems, and money in minor units. */
export type Part = {
  readonly gems: number;
  readonly amountMinor: number;
  readonly currency: SoldCurrency;
  readonly backGems: number;
  readonly backMinor: number;
};

/** Granularity of an amount: in currencies with three decimal places the last digit is zero. */
const stepOf = (currency: SoldCurrency) => (SOLD_CURRENCIES[currency] === 3 ? 10 : 1);

/**
 * The money to send back for reversing this many more gems. It is computed from the total of all reversals, so that many small refunds
 * come to no more than one large one, and the last one gets the remainder.
 */
export function moneyOf(part: Part, gems: number): Money {
  const { currency, amountMinor, backMinor } = part;
  const all = part.backGems + gems;
  const step = stepOf(currency);
  const share = all >= part.gems ? amountMinor : Number((BigInt(amountMinor) * BigInt(all)) / BigInt(part.gems));
  const more = Math.max(0, share - backMinor);
  return { currency, amountMinor: more - (more % step) };
}

/** The gems to take for reversing this much more money (minor units), at most those not reversed yet. */
export function gemsOf(part: Part, minor: number): number {
  const left = Math.max(0, part.gems - part.backGems);
  if (part.backMinor + minor >= part.amountMinor) return left;
  return Math.min(left, Number((BigInt(part.gems) * BigInt(minor)) / BigInt(part.amountMinor)));
}

/**
 * Unspent gems of an order, which can be refunded. The oldest gems are spent first, so later credits make up the balance before the
 * order's gems do.
 */
export const unusedOf = (part: Part, balance: number, laterCredits: number): number =>
  Math.min(Math.max(balance - laterCredits, 0), Math.max(0, part.gems - part.backGems));
