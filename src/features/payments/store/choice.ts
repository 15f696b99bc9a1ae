import { exactGemsFor, exactPrice } from '#contract/payments/exact.ts';
import type { Money } from '#contract/payments/money.ts';
import type { Channel, Sku } from '#contract/payments/orders.ts';
import { EXACT_GEMS_MAX, EXACT_GEMS_MIN } from '#contract/payments/rules.ts';
import type { SpendLimit } from '#contract/wallet/limits.ts';
import type { StoreRow } from '#db/schema.ts';

/** A thing that can be bought. `fits`: it is the cheapest that is enough, and whether it is just what is missing. */
export type Pack = {
  readonly id: string;
  readonly priceId: number;
  readonly kind: Sku['kind'];
  readonly gems: number;
  readonly bonus: number;
  readonly price: Money;
  readonly fits?: 'just' | 'enough';
};

/**
 * All packs; before them the cheapest that is enough where gems are missing. Exactly so many are sold on their own, unless a pack
 * that brings as many costs no more.
 */
export function packsOf(skus: readonly Sku[], need = 0): readonly Pack[] {
  const all = skus.map(({ sku, ...rest }): Pack => ({ id: sku, ...rest }));
  const packs = all.filter(({ kind }) => kind !== 'exact');
  if (need <= 0) return packs;
  const exact = all.find(({ kind }) => kind === 'exact');
  const gems = exactGemsFor(Math.max(need, EXACT_GEMS_MIN));
  const sized = exact && gems <= EXACT_GEMS_MAX ? [{ ...exact, gems, price: exactPrice(exact, gems) }] : [];
  // Of two that cost the same the first: the pack.
  const [enough] = [...packs, ...sized]
    .filter((pack) => pack.gems + pack.bonus >= need)
    .toSorted((a, b) => a.price.amountMinor - b.price.amountMinor);
  if (!enough) return packs;
  return [
    { ...enough, fits: need === enough.gems + enough.bonus ? 'just' : 'enough' },
    ...packs.filter(({ id }) => id !== enough.id),
  ];
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

/** Of one's own limits on buying the one that leaves least now; undefined without any. */
export const tightestOf = (
  limits: readonly SpendLimit[],
): { readonly window: SpendLimit['window']; readonly left: number } | undefined =>
  limits
    .flatMap(({ scope, window, gems, used }) =>
      scope === 'buy' && gems !== null ? [{ window, left: Math.max(0, gems - used) }] : [],
    )
    .toSorted((one, other) => one.left - other.left)[0];
