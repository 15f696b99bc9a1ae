import { sql } from 'drizzle-orm';
import {
  DEFAULT_CURRENCY,
  type Money,
  SOLD_CURRENCY_CODES,
  type SoldCurrency,
} from '../../../contract/payments/money.ts';
import { EXACT_GEMS_MIN } from '../../../contract/payments/rules.ts';
import type { Database } from '../../platform/database/connect.ts';
import { knownPrice } from './rates.ts';
import { market, sku, skuPrice } from './tables.ts';

/**
 * The demo catalogue in display order, inserted by `seedCatalogue`. `exact` has no price of its own; it is sold at the price per gem of
 * `g100`.
 */
export const DEMO_SKUS = [
  { sku: 'first300', kind: 'first', gems: 300, bonus: 300 },
  { sku: 'g100', kind: 'pack', gems: 100, bonus: 0 },
  { sku: 'g300', kind: 'pack', gems: 300, bonus: 0 },
  { sku: 'g700', kind: 'pack', gems: 700, bonus: 35 },
  { sku: 'g1500', kind: 'pack', gems: 1_500, bonus: 150 },
  { sku: 'g3000', kind: 'pack', gems: 3_000, bonus: 450 },
  { sku: 'g7000', kind: 'pack', gems: 7_000, bonus: 1_400 },
  { sku: 'exact', kind: 'exact', gems: EXACT_GEMS_MIN, bonus: 0 },
] as const;
type Priced = 'first300' | 'g100' | 'g300' | 'g700' | 'g1500' | 'g3000' | 'g7000';

/** Demo prices of packs in minor units, tax included; those in other currencies are derived (`demoPrice`). */
const PRICES: Readonly<Record<'USD' | 'EUR' | 'INR' | 'BRL' | 'GBP' | 'KWD', Readonly<Record<Priced, number>>>> = {
  USD: { first300: 199, g100: 99, g300: 289, g700: 649, g1500: 1_299, g3000: 2_499, g7000: 5_499 },
  EUR: { first300: 199, g100: 99, g300: 279, g700: 599, g1500: 1_199, g3000: 2_299, g7000: 4_999 },
  INR: { first300: 17_900, g100: 8_900, g300: 25_900, g700: 57_900, g1500: 114_900, g3000: 219_900, g7000: 479_900 },
  BRL: { first300: 1_090, g100: 549, g300: 1_590, g700: 3_590, g1500: 7_190, g3000: 13_790, g7000: 29_990 },
  GBP: { first300: 159, g100: 79, g300: 229, g700: 499, g1500: 999, g3000: 1_899, g7000: 4_199 },
  KWD: { first300: 590, g100: 300, g300: 890, g700: 1_990, g1500: 3_990, g3000: 7_690, g7000: 16_900 },
};

/** The countries with a flag image, then the home countries of the remaining currencies. All other countries pay in dollars. */
const MARKETS: Readonly<Record<string, SoldCurrency>> = {
  AE: 'AED',
  AR: 'USD',
  AU: 'AUD',
  BD: 'USD',
  BR: 'BRL',
  CA: 'CAD',
  CO: 'USD',
  DE: 'EUR',
  EG: 'EGP',
  ES: 'EUR',
  FR: 'EUR',
  GB: 'GBP',
  ID: 'USD',
  IL: 'USD',
  IN: 'INR',
  IT: 'EUR',
  JP: 'USD',
  KR: 'USD',
  MA: 'USD',
  MX: 'MXN',
  NG: 'NGN',
  PE: 'PEN',
  PH: 'USD',
  PT: 'EUR',
  SA: 'SAR',
  TR: 'TRY',
  TW: 'USD',
  US: 'USD',
  BH: 'BHD',
  CH: 'CHF',
  DK: 'DKK',
  KW: 'KWD',
  NO: 'NOK',
  NZ: 'NZD',
  OM: 'OMR',
  QA: 'QAR',
  SE: 'SEK',
  '': DEFAULT_CURRENCY,
};
/** The demo's markets: the currency of each country that has one; all others (country '') pay in dollars. */
export const DEMO_MARKETS = Object.entries(MARKETS).map(([country, currency]) => ({ country, currency }));

/**
 * The demo's price of a pack in a currency: as listed, else derived from dollars; `g300` then costs at most three times as much as
 * `g100`.
 */
export function demoPrice(pack: Priced, currency: SoldCurrency): Money {
  const set = PRICES[currency as keyof typeof PRICES]?.[pack];
  if (set !== undefined) return { currency, amountMinor: set };
  const atMost = pack === 'g300' ? demoPrice('g100', currency).amountMinor * 3 : undefined;
  return knownPrice(currency, PRICES.USD[pack] / 100, atMost);
}

/**
 * Inserts the missing SKUs, markets and prices of the demo, when a demo database is seeded; rows that the operator changed are
 * retained.
 */
export async function seedCatalogue(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock serializes processes that seed at the same time.
    await tx.execute(sql`lock table ${skuPrice} in share row exclusive mode`);
    await tx
      .insert(sku)
      .values(DEMO_SKUS.map((row, position) => ({ ...row, position })))
      .onConflictDoNothing();
    await tx.insert(market).values(DEMO_MARKETS).onConflictDoNothing();
    const known = await tx.selectDistinct({ sku: skuPrice.sku, currency: skuPrice.currency }).from(skuPrice);
    const isKnown = new Set(known.map((row) => `${row.sku} ${row.currency}`));
    const missing = DEMO_SKUS.flatMap((row) =>
      row.sku === 'exact'
        ? []
        : SOLD_CURRENCY_CODES.map((currency) => ({ sku: row.sku, ...demoPrice(row.sku, currency) })),
    ).filter((row) => !isKnown.has(`${row.sku} ${row.currency}`));
    if (missing.length > 0) await tx.insert(skuPrice).values(missing);
  });
}
