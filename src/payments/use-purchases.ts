import { useLiveQuery } from 'dexie-react-hooks';
import { readPurchaseOf, readPurchases } from '#db/reads/payments.ts';

/** A purchase of this device by the order's id; null: there is none, undefined: not known yet. */
export const usePurchaseOf = (orderId: string) =>
  useLiveQuery(async () => (await readPurchaseOf(orderId)) ?? null, [orderId]);
export const usePurchases = () => useLiveQuery(readPurchases);
