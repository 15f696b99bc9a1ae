import { exactPrice, roundUpToGemStep } from '#contract/payments/exact.ts';
import type { Money } from '#contract/payments/money.ts';
import type { PaymentChannel, Sku } from '#contract/payments/orders.ts';
import { EXACT_GEMS_MAX, EXACT_GEMS_MIN } from '#contract/payments/rules.ts';
import type { SpendLimit } from '#contract/wallet/limits.ts';
import type { OrderRow, StoreRow } from '#db/schema.ts';
import { isSettled, stateOf } from '../../../payments/order-state.ts';

/**
 * A pack of gems offered in the store. `fits` marks the cheapest one that covers the missing gems: `just` if it gives
 * exactly them.
 */
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
 * Returns the packs of gems that the store offers. If gems are missing (`need`), the cheapest sufficient offer comes first: a pack, or an
 * exact amount if that costs less than any sufficient pack.
 */
export function packsOf(skus: readonly Sku[], need = 0): readonly Pack[] {
  const all = skus.map(({ sku, ...rest }): Pack => ({ id: sku, ...rest }));
  const packs = all.filter(({ kind }) => kind !== 'exact');
  if (need <= 0) return packs;
  const exact = all.find(({ kind }) => kind === 'exact');
  const gems = roundUpToGemStep(Math.max(need, EXACT_GEMS_MIN));
  const sized = exact && gems <= EXACT_GEMS_MAX ? [{ ...exact, gems, price: exactPrice(exact, gems) }] : [];
  // The sort is stable: of two with the same price the pack comes first.
  const [enough] = [...packs, ...sized]
    .filter((pack) => pack.gems + pack.bonus >= need)
    .toSorted((a, b) => a.price.amountMinor - b.price.amountMinor);
  if (!enough) return packs;
  return [
    { ...enough, fits: need === enough.gems + enough.bonus ? 'just' : 'enough' },
    ...packs.filter(({ id }) => id !== enough.id),
  ];
}

/**
 * Returns the purchases that the store shows: the unsettled ones, and those that it has shown since it was opened. `followed`: their
 * operation ids.
 */
export const ordersToShow = (rows: readonly OrderRow[], followed: ReadonlySet<string>): readonly OrderRow[] =>
  rows.filter((row) => followed.has(row.op) || !isSettled(stateOf(row)));

/** Returns the price of 100 gems of a pack, including its bonus, for comparison. */
export const per100 = ({ gems, bonus, price }: Pack): Money => ({
  ...price,
  amountMinor: Math.round((price.amountMinor * 100) / (gems + bonus)),
});

/** Whole minutes of calls with a host that a pack covers, including its bonus. `perMinute` in gems. */
export const minutesOf = ({ gems, bonus }: Pack, perMinute: number): number => Math.floor((gems + bonus) / perMinute);

/** Returns the payment channels offered in the selected country, the local one first. UPI is offered only for INR and if not hidden. */
export function waysOf({
  gpayIsHide,
  countries,
  extend_info,
}: Omit<StoreRow, 'key' | 'fetchedAt'>): readonly PaymentChannel[] {
  const currency = countries.find(({ selected }) => selected)?.currency;
  return extend_info.channels
    .map(({ channel }) => channel)
    .filter((channel) => channel !== 'upi' || (!gpayIsHide && currency === 'INR'))
    .toSorted((one, other) => Number(other === 'upi') - Number(one === 'upi'));
}

/** Returns the user's own purchase limit with the fewest remaining gems, for a note in the store; undefined if there is no limit. */
export const tightestOf = (
  limits: readonly SpendLimit[],
): { readonly window: SpendLimit['window']; readonly left: number } | undefined =>
  limits
    .flatMap(({ scope, window, gems, used }) =>
      scope === 'buy' && gems !== null ? [{ window, left: Math.max(0, gems - used) }] : [],
    )
    .toSorted((one, other) => one.left - other.left)[0];
