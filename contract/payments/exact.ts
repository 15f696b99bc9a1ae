import type { Money, SoldCurrency } from './money.ts';
import { EXACT_GEMS_STEP } from './rules.ts';

/** Step of an exact price in minor units: 10 in currencies with three decimals, so that two decimals are exact; else 1. */
const stepOf = (currency: SoldCurrency): number =>
  currency === 'BHD' || currency === 'KWD' || currency === 'OMR' ? 10 : 1;

/**
 * Returns the price of an exact number of gems at a pack's price per gem, rounded up to a payable amount. The store displays it, the
 * server charges it.
 */
export function exactPrice(pack: { readonly gems: number; readonly price: Money }, gems: number): Money {
  const { amountMinor, currency } = pack.price;
  const step = stepOf(currency);
  return { currency, amountMinor: Math.ceil((amountMinor * gems) / (pack.gems * step)) * step };
}

/**
 * Returns `missing` gems rounded up to a multiple of `EXACT_GEMS_STEP`, for the store's offer of an exact amount when a user lacks gems.
 * The store bounds the amount by `EXACT_GEMS_MIN` and `EXACT_GEMS_MAX`.
 */
export const roundUpToGemStep = (missing: number): number => Math.ceil(missing / EXACT_GEMS_STEP) * EXACT_GEMS_STEP;
