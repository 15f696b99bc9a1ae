import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { exactPrice } from '../../../contract/payments/exact.ts';
import { DEFAULT_CURRENCY, type Money, type SoldCurrency } from '../../../contract/payments/money.ts';
import type { Sku } from '../../../contract/payments/orders.ts';
import { EXACT_GEMS_STEP, PRICE_KEPT_MINUTES } from '../../../contract/payments/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { profile } from '../people/tables.ts';
import { chosenCountry, market, sku, skuPrice } from './tables.ts';

/** Exact amounts are sold at the price per gem of this pack. */
const EXACT_BY = 'g100';

/** A country and the currency in which its users pay; country '' is all countries without a market of their own. */
export type Market = { readonly country: string; readonly currency: SoldCurrency };

/** Reads all markets by country; the one for all other countries (country '') is added if it has no row. */
export async function readMarkets(db: Queries): Promise<Market[]> {
  const rows = await db.select().from(market).orderBy(asc(market.country));
  return rows.some(({ country }) => country === '') ? rows : [{ country: '', currency: DEFAULT_CURRENCY }, ...rows];
}

/** The market in which a user sees prices: that of the country that they chose, else of their profile's country, else country ''. */
export async function marketOf(db: Queries, uid: number, markets: readonly Market[]): Promise<Market> {
  const [own] = await db
    .select({ chosen: chosenCountry.country, home: profile.country })
    .from(profile)
    .leftJoin(chosenCountry, eq(chosenCountry.uid, profile.uid))
    .where(eq(profile.uid, uid));
  const wished = [own?.chosen, own?.home, ''];
  const found = wished
    .filter((country) => country !== null && country !== undefined)
    .map((wish) => markets.find(({ country }) => country === wish))
    .find((one) => one !== undefined);
  return found ?? { country: '', currency: DEFAULT_CURRENCY };
}

/** Stores the billing country that a user chose in `paymentChannels`; ignored for a country without a market. */
export async function chooseCountry(
  db: Queries,
  uid: number,
  country: string,
  markets: readonly Market[],
): Promise<void> {
  if (!markets.some((market) => market.country === country)) return;
  await db
    .insert(chosenCountry)
    .values({ uid, country })
    .onConflictDoUpdate({
      target: chosenCountry.uid,
      set: { country },
      setWhere: sql`${chosenCountry.country} <> excluded.country`,
    });
}

/**
 * Reads the active SKUs of a market with their prices at `now` (ms), in display order; SKUs without a price in its currency are left
 * out.
 */
export async function readSkus(db: Queries, { country, currency }: Market, now: number): Promise<Sku[]> {
  const rows = await db.select().from(sku).where(eq(sku.active, true)).orderBy(asc(sku.position), asc(sku.sku));
  const prices = await db
    .select()
    .from(skuPrice)
    .where(
      and(
        eq(skuPrice.currency, currency),
        inArray(skuPrice.country, [country, '']),
        lte(skuPrice.fromAt, new Date(now)),
      ),
    )
    // The price of the country is preferred to the one for all countries of the currency.
    .orderBy(skuPrice.sku, sql`${skuPrice.country} = ''`, desc(skuPrice.fromAt), desc(skuPrice.id));
  return rows.flatMap(({ sku: name, kind, gems, bonus }) => {
    const by = kind === 'exact' ? EXACT_BY : name;
    const price = prices.find((price) => price.sku === by);
    const pack = rows.find((pack) => pack.sku === by);
    if (price === undefined || pack === undefined) return [];
    const whole = { amountMinor: price.amountMinor, currency: price.currency };
    const shown = kind === 'exact' ? exactPrice({ gems: pack.gems, price: whole }, gems) : whole;
    return [{ sku: name, priceId: price.id, kind, gems, bonus, price: shown }];
  });
}

/** The terms at which an order is created, as found by `findOffer`: SKU, gems, bonus, and the total price. */
export type Offer = {
  readonly sku: string;
  readonly kind: Sku['kind'];
  readonly priceId: number;
  readonly gems: number;
  readonly bonus: number;
  readonly price: Money;
  readonly country: string;
};

/**
 * Finds the terms of an order by the id of the price that the buyer was shown; `gems` only for an exact amount. Fails with `not-found` for
 * an unknown id, with `bad-request` for an exact amount that is not sold, and with `price-changed` if the price was replaced more than
 * PRICE_KEPT_MINUTES ago, is not valid yet, or its pack is no longer sold.
 */
export async function findOffer(
  db: Queries,
  priceId: number,
  gems: number | undefined,
  now: number,
): Promise<Result<Offer>> {
  const [found] = await db
    .select({ price: skuPrice, pack: sku })
    .from(skuPrice)
    .innerJoin(sku, eq(sku.sku, skuPrice.sku))
    .where(eq(skuPrice.id, priceId));
  if (found === undefined) return fail({ code: 'not-found' });
  const { price, pack } = found;
  if (price.fromAt.getTime() > now || (await isReplaced(db, price, now))) return fail({ code: 'price-changed' });
  const whole: Money = { amountMinor: price.amountMinor, currency: price.currency };
  const common = { priceId, country: price.country };
  if (gems === undefined) {
    if (!pack.active) return fail({ code: 'price-changed' });
    return ok({ ...common, sku: pack.sku, kind: pack.kind, gems: pack.gems, bonus: pack.bonus, price: whole });
  }
  const [exact] = await db
    .select()
    .from(sku)
    .where(and(eq(sku.kind, 'exact'), eq(sku.active, true)));
  if (exact === undefined || pack.sku !== EXACT_BY || gems % EXACT_GEMS_STEP !== 0) {
    return fail({ code: 'bad-request', detail: 'data.gems: this amount is not sold' });
  }
  const bought = exactPrice({ gems: pack.gems, price: whole }, gems);
  return ok({ ...common, sku: exact.sku, kind: 'exact', gems, bonus: 0, price: bought });
}

/** Whether a newer price for the same SKU, country and currency has applied for longer than PRICE_KEPT_MINUTES. */
async function isReplaced(db: Queries, price: typeof skuPrice.$inferSelect, now: number): Promise<boolean> {
  const rows = await db
    .select({ id: skuPrice.id })
    .from(skuPrice)
    .where(
      and(
        eq(skuPrice.sku, price.sku),
        eq(skuPrice.country, price.country),
        eq(skuPrice.currency, price.currency),
        lte(skuPrice.fromAt, new Date(now - PRICE_KEPT_MINUTES * MINUTE_MS)),
        // Newer by time, then by id: rows of one statement have the same time. Compared in SQL, because a Date has no microseconds.
        sql`(from_at, id) > (select from_at, id from sku_price where id = ${price.id})`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}
