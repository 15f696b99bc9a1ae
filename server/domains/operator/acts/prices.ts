import { and, desc, eq, lte } from 'drizzle-orm';
import * as v from 'valibot';
import {
  decimalOf,
  SOLD_CURRENCIES,
  SOLD_CURRENCY_CODES,
  type SoldCurrency,
} from '../../../../contract/payments/money.ts';
import { market, skuPrice, sku as skuTable } from '../../payments/tables.ts';
import { act, Refused } from '../act.ts';
import { choice } from '../fields.ts';

/** A price as the operator types it: with two decimals, whatever the currency. */
const DECIMAL = /^\d{1,7}\.\d{2}$/;
const COUNT = /^\d{1,6}$/;

const sku = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[a-z0-9-]{1,24}$/, 'must be 1 to 24 small letters, digits or dashes'),
);
const whole = v.pipe(v.string(), v.trim(), v.regex(COUNT, 'must be a whole number'), v.transform(Number));
const skuLabel = { label: 'Pack', hint: 'its name, such as g1500' } as const;

const minorOf = (amount: string, currency: SoldCurrency) =>
  Number(amount.replace('.', '')) * 10 ** (SOLD_CURRENCIES[currency] - 2);

const packs = act({
  name: 'packs',
  title: 'Packs of gems',
  about: 'All packs, in the order of the store, and whether they are sold.',
  kind: 'list',
  where: 'everywhere',
  entries: {},
  fields: {},
  async run(tx) {
    const rows = await tx.select().from(skuTable).orderBy(skuTable.position, skuTable.sku);
    return {
      lines: rows.map(({ sku: name, kind, gems, bonus, active }) => ({
        text: `${name} ${kind} ${gems}+${bonus} ${active ? 'sold' : 'not sold'}`,
        next: 'pack sell',
        given: { sku: name, sold: active ? 'off' : 'on' },
      })),
    };
  },
});

const prices = act({
  name: 'prices',
  title: 'Prices of packs',
  about: 'The current price of each pack, by country and currency. A row without a country applies to all others.',
  kind: 'list',
  where: 'everywhere',
  entries: {},
  fields: {},
  async run(tx) {
    const { sku: name, currency, country, fromAt, id } = skuPrice;
    const rows = await tx
      .selectDistinctOn([name, currency, country])
      .from(skuPrice)
      .where(lte(fromAt, new Date()))
      .orderBy(name, currency, country, desc(fromAt), desc(id));
    return {
      lines: rows.map((row) => ({
        text: `${row.sku}${row.country === '' ? '' : ` in ${row.country}`}: ${decimalOf(row)} ${row.currency} (price ${row.id})`,
        next: 'price',
        given: { sku: row.sku, currency: row.currency, amount: decimalOf(row), country: row.country },
      })),
    };
  },
});

const setPrice = act({
  name: 'price',
  title: 'Change the price of a pack',
  about: 'Applies to new orders from now on, in one country or in all. A price shown before is valid for 15 minutes.',
  kind: 'change',
  where: 'everywhere',
  entries: {
    sku,
    currency: choice(SOLD_CURRENCY_CODES),
    amount: v.pipe(v.string(), v.trim(), v.regex(DECIMAL, 'must have two decimals, such as 12.99')),
    country: v.optional(v.pipe(v.string(), v.trim()), ''),
  },
  fields: {
    sku: skuLabel,
    currency: { label: 'Currency', shape: { choices: SOLD_CURRENCY_CODES } },
    amount: { label: 'Price', hint: 'such as 12.99' },
    country: { label: 'Country', hint: 'its two letters; all if empty' },
  },
  async run(tx, { sku: name, currency, amount, country }) {
    const amountMinor = minorOf(amount, currency);
    const [pack] = await tx.select().from(skuTable).where(eq(skuTable.sku, name));
    if (!pack) throw new Refused(`there is no pack ${name}`);
    if (pack.kind === 'exact') throw new Refused(`${name} is sold by the price of g100`);
    const [sold] = await tx.select().from(market).where(eq(market.country, country));
    if (country !== '' && !sold) throw new Refused(`there is no market ${country}`);
    if (country !== '' && sold?.currency !== currency) throw new Refused(`${country} is sold in ${sold?.currency}`);
    if (amountMinor === 0) throw new Refused('a price is more than nothing');
    const isOf = [eq(skuPrice.sku, name), eq(skuPrice.currency, currency), eq(skuPrice.country, country)];
    const [before] = await tx
      .select()
      .from(skuPrice)
      .where(and(...isOf, lte(skuPrice.fromAt, new Date())))
      .orderBy(desc(skuPrice.fromAt), desc(skuPrice.id))
      .limit(1);
    const made = await tx.insert(skuPrice).values({ sku: name, currency, country, amountMinor }).returning();
    const now = `${decimalOf({ amountMinor, currency })} ${currency}`;
    const was = before ? `, before ${decimalOf(before)}` : '';
    return { lines: [`${name}${country === '' ? '' : ` in ${country}`}: ${now}${was} (price ${made[0]?.id})`] };
  },
});

const sell = act({
  name: 'pack sell',
  title: 'Sell a pack, or stop selling it',
  about: 'Starts or stops selling a pack in all countries. Existing orders stay as they are.',
  kind: 'change',
  where: 'everywhere',
  entries: { sku, sold: choice(['on', 'off']) },
  fields: { sku: skuLabel, sold: { label: 'Sold', shape: { choices: ['on', 'off'] } } },
  async run(tx, { sku: name, sold }) {
    const active = sold === 'on';
    const changed = await tx.update(skuTable).set({ active }).where(eq(skuTable.sku, name)).returning();
    if (changed.length === 0) throw new Refused(`there is no pack ${name}`);
    return { lines: [`${name} is ${active ? 'sold' : 'not sold any more'}`] };
  },
});

const add = act({
  name: 'pack add',
  title: 'Add a pack of gems',
  about: 'It is sold as soon as it has a price. Its gems never change, so that buyers get what they saw.',
  kind: 'change',
  where: 'everywhere',
  entries: { sku, gems: v.pipe(whole, v.minValue(1, 'must be 1 or more')), bonus: whole, position: whole },
  fields: {
    sku: skuLabel,
    gems: { label: 'Gems' },
    bonus: { label: 'Bonus', hint: 'gems on top; 0 for none' },
    position: { label: 'Position', hint: 'in the store; the lowest is first' },
  },
  async run(tx, { sku: name, gems, bonus, position }) {
    const added = await tx
      .insert(skuTable)
      .values({ sku: name, gems, bonus, position, kind: 'pack' })
      .onConflictDoNothing()
      .returning();
    if (added.length === 0) throw new Refused(`${name} is there: its gems stay, another name sells others`);
    return {
      lines: [`${name} sells ${gems} + ${bonus} gems, as soon as it has prices`],
      about: { sku: name },
    };
  },
});

/** Actions on packs of gems and their prices: list both, set a price, start or stop selling a pack, add a pack. */
export const PRICE_ACTS = [packs, prices, setPrice, sell, add] as const;
