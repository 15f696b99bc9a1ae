import type { Pool } from 'pg';
import { exactPrice } from '../../../contract/payments/exact.ts';
import type { Money } from '../../../contract/payments/money.ts';

type Fields = Readonly<Record<string, unknown>>;
const NOTHING: Money = { amountMinor: 0, currency: 'USD' };
const isFields = (data: unknown): data is Fields => typeof data === 'object' && data !== null && !Array.isArray(data);

/** Adds to a purchase or a charge the price that the app would show, unless the test sets one. */
export async function withShownPrice(pool: Pool, name: string, data: unknown): Promise<unknown> {
  if (!isFields(data)) return data;
  if (name === 'createOrder' && !('shown' in data)) return { ...data, shown: await shownPack(pool, data) };
  if (name === 'authenticationPayment' && !('price' in data)) return { ...data, price: await orderPrice(pool, data) };
  return data;
}

/** Each is read once: many concurrent requests would otherwise wait for connections of the pool under test. */
const packs = new WeakMap<Pool, Map<unknown, Promise<Pack | undefined>>>();
const orders = new WeakMap<Pool, Map<unknown, Promise<Money | undefined>>>();
type Pack = Money & { readonly gems: number; readonly bonus: number };

function readOnce<T>(
  cache: WeakMap<Pool, Map<unknown, Promise<T | undefined>>>,
  { pool, id, sql }: { readonly pool: Pool; readonly id: unknown; readonly sql: string },
): Promise<T | undefined> {
  const known = cache.get(pool) ?? new Map<unknown, Promise<T | undefined>>();
  cache.set(pool, known);
  const found = known.get(id) ?? pool.query(sql, [id]).then(({ rows }) => rows[0]);
  known.set(id, found);
  return found;
}

/** The pack as the store shows it; zeros for an unknown price. */
async function shownPack(pool: Pool, { priceId, gems }: Fields) {
  const id = Number.isSafeInteger(priceId) ? priceId : 0;
  const sql = `select amount_minor::int as "amountMinor", currency, gems, bonus from sku_price join sku using (sku) where id = $1`;
  const pack = await readOnce(packs, { pool, id, sql });
  if (!pack) return { gems: 0, bonus: 0, price: NOTHING };
  const { gems: packed, bonus, ...price } = pack;
  if (gems === undefined) return { gems: packed, bonus, price };
  const isExact = typeof gems === 'number' && Number.isSafeInteger(gems) && gems > 0 && gems <= 1_000_000;
  return isExact
    ? { gems, bonus: 0, price: exactPrice({ gems: packed, price }, gems) }
    : { gems: 0, bonus: 0, price: NOTHING };
}

async function orderPrice(pool: Pool, { orderId }: Fields): Promise<Money> {
  const id = typeof orderId === 'string' ? orderId : '';
  const sql = 'select amount_minor::int as "amountMinor", currency from payment_order where id = $1';
  return (await readOnce(orders, { pool, id, sql })) ?? NOTHING;
}
