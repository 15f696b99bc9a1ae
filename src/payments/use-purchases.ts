import { readPurchaseOf, readPurchases } from '#db/reads/payments.ts';
import { useLiveQuery } from '../data/use-live-query.ts';

/** Returns a purchase of this device by its order id; null when there is none, undefined until the database has responded. */
export const usePurchaseOf = (orderId: string) =>
  useLiveQuery(async () => (await readPurchaseOf(orderId)) ?? null, [orderId]);
/** Returns the purchases of this device, newest first; undefined until the database has responded. */
export const usePurchases = () => useLiveQuery(readPurchases);
