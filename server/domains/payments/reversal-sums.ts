import { type Money, SOLD_CURRENCIES, type SoldCurrency } from '../../../contract/payments/money.ts';

/** What an order was, and what of it has gone back: gems, and money in minor units. */
export type Part = {
  readonly gems: number;
  readonly amountMinor: number;
  readonly currency: SoldCurrency;
  readonly backGems: number;
  readonly backMinor: number;
};

/** The step of an amount: currencies of three digits end in zero. */
const stepOf = (currency: SoldCurrency) => (SOLD_CURRENCIES[currency] === 3 ? 10 : 1);

/**
 * The money of so many more gems. It is counted over all that went back, so that many small parts come to no more than one large
 * one, and the last one takes what is left.
 */
export function moneyOf(part: Part, gems: number): Money {
  const { currency, amountMinor, backMinor } = part;
  const all = part.backGems + gems;
  const step = stepOf(currency);
  const share = all >= part.gems ? amountMinor : Number((BigInt(amountMinor) * BigInt(all)) / BigInt(part.gems));
  const more = Math.max(0, share - backMinor);
  return { currency, amountMinor: more - (more % step) };
}

/** The gems of so much more money, of those that are left. */
export function gemsOf(part: Part, minor: number): number {
  const left = Math.max(0, part.gems - part.backGems);
  if (part.backMinor + minor >= part.amountMinor) return left;
  return Math.min(left, Number((BigInt(part.gems) * BigInt(minor)) / BigInt(part.amountMinor)));
}

/** The oldest gems are spent first: of an order is left what later ones do not explain. */
export const unusedOf = (part: Part, balance: number, laterCredits: number): number =>
  Math.min(Math.max(balance - laterCredits, 0), Math.max(0, part.gems - part.backGems));
