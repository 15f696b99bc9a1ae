import { integer, maxValue, minValue, number, object, picklist, pipe } from 'valibot';

/** Currencies of packs (product 9.3), with the digits of their minor units (ISO 4217). */
export const SOLD_CURRENCIES = {
  USD: 2,
  EUR: 2,
  INR: 2,
  GBP: 2,
  TRY: 2,
  CAD: 2,
  AUD: 2,
  CHF: 2,
  NZD: 2,
  DKK: 2,
  BRL: 2,
  MXN: 2,
  PEN: 2,
  SEK: 2,
  NOK: 2,
  NGN: 2,
  BHD: 3,
  EGP: 2,
  KWD: 3,
  OMR: 3,
  QAR: 2,
  SAR: 2,
  AED: 2,
} as const;
/** Code (ISO 4217) of a currency in which packs are sold. */
export type SoldCurrency = keyof typeof SOLD_CURRENCIES;
/** Codes of all currencies in which packs are sold. */
export const SOLD_CURRENCY_CODES = Object.keys(SOLD_CURRENCIES) as readonly SoldCurrency[];
/** Currency in the store for all countries without prices in a currency of their own. */
export const DEFAULT_CURRENCY: SoldCurrency = 'USD';

const MINOR_MAX = 10_000_000_000;

/** Schema of money in whole minor units of its currency (ISO 4217): USD 14.99 is 1499, KWD 0.890 is 890. */
export const money = object({
  amountMinor: pipe(number(), integer(), minValue(0), maxValue(MINOR_MAX)),
  currency: picklist(SOLD_CURRENCY_CODES),
});
/** Money in whole minor units of its currency (ISO 4217): USD 14.99 is 1499, KWD 0.890 is 890. */
export type Money = { readonly amountMinor: number; readonly currency: SoldCurrency };

/** Whether two prices have the same amount and currency; the server refuses a purchase (`price-changed`) if the displayed price differs. */
export const isSameMoney = (one: Money, other: Money): boolean =>
  one.amountMinor === other.amountMinor && one.currency === other.currency;

/** Returns the amount in whole units of its currency, for display with `Intl.NumberFormat`. */
export const unitsOf = ({ amountMinor, currency }: Money): number => amountMinor / 10 ** SOLD_CURRENCIES[currency];

/** The amount with two decimals in every currency (product 9.3), for the wire: '14.99'. Amounts with three digits end in zero. */
export const decimalOf = (price: Money): string => unitsOf(price).toFixed(2);
