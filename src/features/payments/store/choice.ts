import { exactGemsFor, exactPrice } from '#contract/payments/exact.ts';
import type { Money } from '#contract/payments/money.ts';
import type { Channel, Sku } from '#contract/payments/orders.ts';
import { EXACT_GEMS_MAX, EXACT_GEMS_MIN } from '#contract/payments/rules.ts';
import type { StoreRow } from '#db/schema.ts';

/** A thing that can be bought. `exact`: just what is missing. */
export type Pack = {
  readonly id: string;
  readonly priceId: number;
  readonly kind: Sku['kind'];
  readonly gems: number;
  readonly bonus: number;
  readonly price: Money;
};

/** Just what is missing, if it can be sold, then all packs. */
export function packsOf(skus: readonly Sku[], need = 0): readonly Pack[] {
  const packs = skus.map(({ sku, ...rest }) => ({ id: sku, ...rest }));
  const exact = packs.find(({ kind }) => kind === 'exact');
  const gems = exactGemsFor(Math.max(need, EXACT_GEMS_MIN));
  const missing =
    exact && need > 0 && gems <= EXACT_GEMS_MAX ? [{ ...exact, gems, price: exactPrice(exact, gems) }] : [];
  return [...missing, ...packs.filter(({ kind }) => kind !== 'exact')];
}

/** What 100 gems of a pack cost, with its bonus, in minor units of its currency. */
export const per100 = ({ gems, bonus, price }: Pack): Money => ({
  ...price,
  amountMinor: Math.round((price.amountMinor * 100) / (gems + bonus)),
});

/** Whole minutes with a host that a pack pays for. */
export const minutesOf = ({ gems, bonus }: Pack, perMinute: number): number => Math.floor((gems + bonus) / perMinute);

/** Ways to pay in this country. The Indian apps take rupees alone. */
export function waysOf({
  gpayIsHide,
  countries,
  extend_info,
}: Omit<StoreRow, 'key' | 'fetchedAt'>): readonly Channel[] {
  const currency = countries.find(({ selected }) => selected)?.currency;
  return extend_info.channels
    .map(({ channel }) => channel)
    .filter((channel) => channel !== 'upi' || (!gpayIsHide && currency === 'INR'));
}
