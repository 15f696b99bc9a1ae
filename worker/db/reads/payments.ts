import { app } from '../open.ts';
import type { OrderRow, RecordsRow } from '../payment-rows.ts';

/** Returns a purchase of this device by its operation id. */
export const readPurchase = (op: string): Promise<OrderRow | undefined> => app.orders.get(op);
/** Returns a purchase of this device by its order id. */
export const readPurchaseOf = (orderId: string): Promise<OrderRow | undefined> => app.orders.where({ orderId }).first();
/** Returns the purchases of this device, newest first. */
export const readPurchases = async (): Promise<OrderRow[]> =>
  (await app.orders.toArray()).sort((a, b) => b.createdAt - a.createdAt);
/** Returns the pages of a history that are stored on this device. */
export const readRecords = (kind: RecordsRow['kind']): Promise<RecordsRow | undefined> => app.records.get(kind);
