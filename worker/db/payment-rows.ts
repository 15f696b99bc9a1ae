import type { Output } from '#contract/api/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import type { Purchase, RECORD_KINDS } from '#contract/payments/commands.ts';
import type { OrderRecord, OrderStatus } from '#contract/payments/orders.ts';
import type { AppError } from '#contract/result.ts';
import type { WalletLine } from '#contract/wallet/records.ts';

/** The gem store in the server's last response: offers, payment channels, saved cards and limits. `fetchedAt`: server clock, ms. */
export type StoreRow = { key: 'store'; fetchedAt: number } & Output<Endpoints['paymentChannels']>;

/**
 * A purchase of this device, keyed by its operation id. Written before the request is sent; deleted when the user has
 * seen the outcome, and a week after the purchase if it has ended.
 *
 * - `asking`: no response yet; the server may or may not have received it
 * - `unsent`: the server never received it; it can be retried with the same operation id
 * - `refused`: the server created no order; `error` has the reason
 * - `made`: the server created the order; `status` has its state
 */
export type OrderRow = Purchase & {
  uid: number;
  state: 'asking' | 'unsent' | 'refused' | 'made';
  /** The server's id of the order; empty until the server has responded. */
  orderId: string;
  /** Token that reads the order's state without a login. Empty when the response that carries it was lost. */
  ticket: string;
  status?: OrderStatus;
  error?: AppError;
  /** When the purchase was made, or last sent again by the user (server clock, ms). */
  createdAt: number;
};

/** Fetched pages of a history of purchases or of a wallet (`kind`), newest first: the first page and those after it without a gap. */
export type RecordsRow = {
  kind: (typeof RECORD_KINDS)[number];
  orders: OrderRecord[];
  lines: WalletLine[];
  /** Cursor of the next page; empty after the last one. */
  nextCursor: string;
  balance: number;
  fetchedAt: number;
};
