import type { InferOutput } from 'valibot';
import type { sku } from '../../../contract/payments/orders.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { marketOf, readMarkets, readSkus } from './catalogue.ts';
import { claimsOf, isFirstFree } from './order/claims.ts';

/**
 * The first-purchase pack in the answer of the endpoint `reward`, if the account and its devices may still buy it; null if they may
 * not, or none is sold.
 */
export async function offeredPack(db: Queries, uid: number, now: number): Promise<InferOutput<typeof sku> | null> {
  const market = await marketOf(db, uid, await readMarkets(db));
  const first = (await readSkus(db, market, now)).find(({ kind }) => kind === 'first');
  if (first === undefined) return null;
  return (await isFirstFree(db, first.sku, uid, await claimsOf(db, uid, ''))) ? first : null;
}
