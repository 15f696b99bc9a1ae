import type { Money, SoldCurrency } from './money.ts';
import { EXACT_GEMS_STEP } from './rules.ts';

/** Amounts of three digits end in zero, so that two decimals show them whole. */
const stepOf = (currency: SoldCurrency): number =>
  currency === 'BHD' || currency === 'KWD' || currency === 'OMR' ? 10 : 1;

/** What some gems cost by the price of a pack, per gem, rounded up to an amount that can be paid. */
export function exactPrice(pack: { readonly gems: number; readonly price: Money }, gems: number): Money {
  const { amountMinor, currency } = pack.price;
  const step = stepOf(currency);
  return { currency, amountMinor: Math.ceil((amountMinor * gems) / (pack.gems * step)) * step };
}

/** The smallest amount that is sold and is enough. */
export const exactGemsFor = (missing: number): number => Math.ceil(missing / EXACT_GEMS_STEP) * EXACT_GEMS_STEP;
