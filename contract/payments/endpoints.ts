import {
  array,
  boolean,
  integer,
  literal,
  maxLength,
  maxValue,
  minValue,
  number,
  object,
  optional,
  picklist,
  pipe,
  string,
  union,
} from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { amount } from '../api/shapes.ts';
import { limitChange, spendLimit } from '../wallet/limits.ts';
import { walletLine } from '../wallet/records.ts';
import { money } from './money.ts';
import {
  bindId,
  CHANNELS,
  cardBinding,
  cardId,
  country,
  nextStep,
  operationId,
  orderDetail,
  orderId,
  orderRecord,
  orderStatus,
  PAY_STATUSES,
  priceId,
  savedCard,
  scene,
  shownPack,
  sku,
  ticket,
  token,
  userPayInfo,
} from './orders.ts';
import { EXACT_GEMS_MAX, EXACT_GEMS_MIN, RECORDS_PAGE, RECORDS_PAGE_MAX } from './rules.ts';

/**
 * Payments (product 7.3). Rows that reach a gateway are `once`: their key is kept in the row of the order, the card or the
 * refund, which is what a repetition finds.
 */
export const paymentsRows = {
  /** What is sold in a country, and how it can be paid; without `country` for the one the user chose or is in. */
  paymentChannels: {
    path: '/api/payment_service/payment_channels',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ country: optional(country) }),
    output: object({
      /** Country '' is all others. */
      countries: array(object({ country: string(), currency: string(), selected: boolean() })),
      cards: array(savedCard),
      /** Whether the Indian apps are not offered. */
      gpayIsHide: boolean(),
      userPayInfo: object({ ...userPayInfo.entries, limits: array(spendLimit) }),
      extend_info: object({
        skus: array(sku),
        channels: array(object({ channel: picklist(CHANNELS), frameOrigin: string() })),
      }),
    }),
  },
  /**
   * Makes an order; the answer of a repetition is the order as it is. `gems`: of `exact` alone. `shown`: as the buyer saw it;
   * fails with `price-changed` where the order would bring other gems or cost another price.
   */
  createOrder: {
    path: '/api/payment_service/create_order',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    once: true,
    input: object({
      priceId,
      gems: optional(pipe(number(), integer(), minValue(EXACT_GEMS_MIN), maxValue(EXACT_GEMS_MAX))),
      channel: picklist(CHANNELS),
      cardId: optional(cardId),
      scene,
      shown: shownPack,
    }),
    output: object({
      orderId,
      orderDetail,
      gems: amount,
      bonus: amount,
      expiresAt: number(),
      payStatus: picklist(PAY_STATUSES),
      next: nextStep,
      /** Reads `payStatus` without a login, in the browser to which a bank leads back. */
      ticket,
    }),
  },
  /** The order by its id, by the name of the operation that made it, or by a ticket of it. */
  payOrderStatus: {
    path: '/api/payment_service/pay_order_status',
    access: 'anyone',
    effect: 'read',
    delivery: 'now',
    input: union([object({ orderId, ticket: optional(ticket) }), object({ operationId })]),
    output: orderStatus,
  },
  /**
   * Charges an order of channel `card`: a new card by the token of the frame, or a kept one. `price`: as the payer saw it; fails
   * with `price-changed` where the order has another one.
   */
  authenticationPayment: {
    path: '/api/payment_service/checkout/authentication_payment',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    once: true,
    input: union([
      object({ orderId, price: money, token, remember: optional(boolean(), false) }),
      object({ orderId, price: money, cardId }),
    ]),
    output: orderStatus,
  },
  /**
   * Keeps a card without a purchase: begins, then ends with the token of the frame; or forgets one. To begin again under the same
   * key tells what became of it: the kept card, or what is next and why the bank refused the last one.
   */
  saveBankCard: {
    path: '/api/payment_service/save_bank_card',
    access: 'user',
    effect: 'change',
    delivery: 'now',
    once: true,
    input: union([object({ begin: literal(true) }), object({ bindId, token }), object({ forget: cardId })]),
    output: cardBinding,
  },
  /** Ours. */
  cancelOrder: {
    path: '/api/payment_service/cancel_order',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    once: true,
    input: object({ orderId }),
    output: orderStatus,
  },
  /** Ours: gives back what was not used of an order. `gems`: what the payer was shown; another sum is refused. */
  refundOrder: {
    path: '/api/payment_service/refund_order',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    once: true,
    input: object({ orderId, gems: amount }),
    output: object({ record: orderRecord, gemsBalance: amount }),
  },
  /** Orders, or lines of gems or silver, newest first. Each page has its own kind's list filled. */
  payRecords: {
    path: '/api/common_service/pay_records_v2',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({
      kind: picklist(['orders', 'gems', 'silver']),
      cursor: optional(pipe(string(), maxLength(64)), ''),
      limit: optional(pipe(number(), integer(), minValue(1), maxValue(RECORDS_PAGE_MAX)), RECORDS_PAGE),
    }),
    output: object({
      orders: array(orderRecord),
      lines: array(walletLine),
      nextCursor: string(),
      /** Of the currency of the lines now; of gems for orders. */
      balance: amount,
    }),
  },
  /** Ours: reads one's own limits, after a change if there is one. */
  spendLimits: {
    path: '/api/payment_service/spend_limits',
    access: 'user',
    adult: false,
    effect: 'change',
    delivery: 'now',
    once: true,
    input: object({ set: optional(limitChange) }),
    output: object({ limits: array(spendLimit) }),
  },
} as const satisfies EndpointTable;
