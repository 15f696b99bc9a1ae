import type { Output } from '#contract/api/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import type { Purchase, RECORD_KINDS } from '#contract/payments/commands.ts';
import type { OrderRecord, OrderStatus } from '#contract/payments/orders.ts';
import type { AppError } from '#contract/result.ts';
import type { WalletLine } from '#contract/wallet/records.ts';

/** What is sold, as the server last said. `fetchedAt`: server clock, ms. */
export type StoreRow = { key: 'store'; fetchedAt: number } & Output<Endpoints['paymentChannels']>;

/**
 * A purchase of this device, under the name of its operation. Written before its first byte is sent; removed when the user has
 * seen what became of it.
 *
 * - `asking`: no answer yet; the server may have it or not
 * - `unsent`: the server never received it; it can be sent again under the same name
 * - `refused`: the server made no order, and `error` says why
 * - `made`: the server has it, and `status` says what became of it
 */
export type OrderRow = Purchase & {
  uid: number;
  state: 'asking' | 'unsent' | 'refused' | 'made';
  /** Empty before the server answered. */
  orderId: string;
  /** Reads the state without a login. Empty where the answer that brings it was lost. */
  ticket: string;
  status?: OrderStatus;
  error?: AppError;
  /** Server clock, ms. */
  createdAt: number;
};

/** Pages of a history, newest first, as they were last fetched: the first of them, and those after it without a gap. */
export type RecordsRow = {
  kind: (typeof RECORD_KINDS)[number];
  orders: OrderRecord[];
  lines: WalletLine[];
  /** Empty after the last. */
  nextCursor: string;
  balance: number;
  fetchedAt: number;
};
