import { and, desc, eq, lte } from 'drizzle-orm';
import { decimalOf, SOLD_CURRENCIES, SOLD_CURRENCY_CODES } from '../../contract/payments/money.ts';
import { market, skuPrice, sku as skuTable } from '../../server/domains/payments/tables.ts';
import { Stop } from '../stop.ts';
import type { ReadMoneyChange } from './operator-change.ts';

const SKU = /^[a-z0-9-]{1,24}$/;
const COUNT = /^\d{1,6}$/;
/** An amount with two decimals, in every currency. */
const DECIMAL = /^(\d{1,7})\.(\d{2})$/;

/**
 * Operator command `price`: sets the price of a pack from now on, in one country or in all. Existing orders keep theirs, and a price shown
 * before remains valid for 15 minutes.
 */
export const price: ReadMoneyChange = ([name = '', code = '', amount = '', country = '', ...more]) => {
  const currency = SOLD_CURRENCY_CODES.find((one) => one === code);
  const [, units = '', cents = ''] = DECIMAL.exec(amount) ?? [];
  if (more.length > 0 || !SKU.test(name) || !currency || units === '') return undefined;
  const amountMinor = Number(units + cents) * 10 ** (SOLD_CURRENCIES[currency] - 2);
  return {
    what: { sku: name, currency, amountMinor, country },
    async run(tx) {
      const [pack] = await tx.select().from(skuTable).where(eq(skuTable.sku, name));
      if (!pack) throw new Stop(`there is no sku ${name}`);
      if (pack.kind === 'exact') throw new Stop(`${name} is sold by the price of g100`);
      const [sold] = await tx.select().from(market).where(eq(market.country, country));
      if (country !== '' && !sold) throw new Stop(`there is no market ${country}`);
      if (country !== '' && sold?.currency !== currency) throw new Stop(`${country} is sold in ${sold?.currency}`);
      if (amountMinor === 0) throw new Stop('a price is more than nothing');
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
      return `${name}${country === '' ? '' : ` in ${country}`}: ${now}${was} (price ${made[0]?.id})`;
    },
  };
};

/**
 * Operator command `sku`: adds a pack of gems, or starts or stops selling one. Gems of a pack never change, so that buyers get what they
 * saw.
 */
export const sku: ReadMoneyChange = ([name = '', ...words]) => {
  if (!SKU.test(name)) return undefined;
  const [first = '', bonus = '', position = '', ...more] = words;
  if (words.length === 1 && (first === 'on' || first === 'off')) {
    const active = first === 'on';
    return {
      what: { sku: name, active },
      async run(tx) {
        const changed = await tx.update(skuTable).set({ active }).where(eq(skuTable.sku, name)).returning();
        if (changed.length === 0) throw new Stop(`there is no sku ${name}`);
        return `${name} is ${active ? 'sold' : 'not sold any more'}`;
      },
    };
  }
  if (more.length > 0 || ![first, bonus, position].every((word) => COUNT.test(word)) || Number(first) === 0)
    return undefined;
  const made = { sku: name, gems: Number(first), bonus: Number(bonus), position: Number(position) };
  return {
    what: made,
    async run(tx) {
      const added = await tx
        .insert(skuTable)
        .values({ ...made, kind: 'pack' })
        .onConflictDoNothing()
        .returning();
      if (added.length === 0) throw new Stop(`${name} is there: its gems stay, another name sells others`);
      return `${name} sells ${made.gems} + ${made.bonus} gems, as soon as it has prices`;
    },
  };
};
