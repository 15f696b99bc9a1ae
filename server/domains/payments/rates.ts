import { type Money, SOLD_CURRENCIES, type SoldCurrency } from '../../../contract/payments/money.ts';

/**
 * Fixed reference rates: units of the currency per US dollar. Used to derive demo prices and to compare prices, never to convert a
 * payment.
 */
export const REFERENCE_RATES: Readonly<Record<SoldCurrency, number>> = {
  USD: 1,
  EUR: 0.92,
  INR: 85,
  GBP: 0.79,
  TRY: 34,
  CAD: 1.37,
  AUD: 1.52,
  CHF: 0.88,
  NZD: 1.65,
  DKK: 6.87,
  BRL: 5.5,
  MXN: 18.6,
  PEN: 3.75,
  SEK: 10.5,
  NOK: 10.9,
  NGN: 1_550,
  BHD: 0.376,
  EGP: 48.5,
  KWD: 0.307,
  OMR: 0.385,
  QAR: 3.64,
  SAR: 3.75,
  AED: 3.67,
};

type Shape = { readonly every: number; readonly ends: readonly number[] };

/** Customary price endings by size of the price in whole units: a multiple of `every` plus one of `ends`. */
function shapeOf(units: number): Shape {
  if (units < 5) return { every: 1, ends: [0.29, 0.49, 0.79, 0.99] };
  if (units < 20) return { every: 1, ends: [0.49, 0.99] };
  if (units < 100) return { every: 1, ends: [0.9] };
  if (units < 1_000) return { every: 10, ends: [9] };
  return units < 10_000 ? { every: 100, ends: [49, 99] } : { every: 1_000, ends: [490, 990] };
}
/** Price endings for currencies whose unit is worth more than two dollars: the dinars and the rial. */
const DEAR: Shape = { every: 0.1, ends: [0.09] };

/**
 * The customary price nearest to an amount in dollars, at most `atMost` (minor units); for demo prices in currencies without a list of
 * their own.
 */
export function knownPrice(currency: SoldCurrency, dollars: number, atMost = Number.POSITIVE_INFINITY): Money {
  const units = dollars * REFERENCE_RATES[currency];
  const { every, ends } = SOLD_CURRENCIES[currency] === 3 ? DEAR : shapeOf(units);
  const base = Math.floor(units / every) * every;
  const near = [base - every, base, base + every]
    .flatMap((from) => ends.map((end) => Math.round((from + end) * 10 ** SOLD_CURRENCIES[currency])))
    .filter((minor) => minor > 0 && minor <= atMost);
  const distance = (minor: number) => Math.abs(minor / 10 ** SOLD_CURRENCIES[currency] - units);
  return { currency, amountMinor: near.reduce((best, minor) => (distance(minor) < distance(best) ? minor : best)) };
}
