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
  PAYMENT_CHANNELS,
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
 * Payments (product 7.3). Rows that reach a gateway are `once`: the row of the order, card or refund stores their key, so that a repeat
 * finds it.
 */
export const paymentsRows = {
  /** Offers and payment channels of a country; without `country`, of the one that the user chose or is in. */
  paymentChannels: {
    path: '/api/payment_service/payment_channels',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ country: optional(country) }),
    output: object({
      /** Country '' means all others. */
      countries: array(object({ country: string(), currency: string(), selected: boolean() })),
      cards: array(savedCard),
      /** Whether the Indian apps are hidden. */
      gpayIsHide: boolean(),
      userPayInfo: object({ ...userPayInfo.entries, limits: array(spendLimit) }),
      extend_info: object({
        skus: array(sku),
        channels: array(object({ channel: picklist(PAYMENT_CHANNELS), frameOrigin: string() })),
      }),
    }),
  },
  /**
   * Creates an order; a repeat returns the order's current state. `gems`: only for `exact`. `shown`: the displayed pack; fails with
   * `price-changed` if the order would bring other gems or cost another price.
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
      channel: picklist(PAYMENT_CHANNELS),
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
      /** With it, the browser to which a bank redirects reads the order's `payStatus` (`payOrderStatus`) without a login. */
      ticket,
    }),
  },
  /** The order by its id, by the id of the operation that created it, or by its ticket. */
  payOrderStatus: {
    path: '/api/payment_service/pay_order_status',
    access: 'anyone',
    effect: 'read',
    delivery: 'now',
    input: union([object({ orderId, ticket: optional(ticket) }), object({ operationId })]),
    output: orderStatus,
  },
  /**
   * Charges an order of channel `card`: a new card by the frame's token, or a saved one. `price`: as displayed; fails with
   * `price-changed` if the order has another one.
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
   * Saves a card without a purchase: starts, then completes with the frame's token; or deletes a saved card. Starting again under the
   * same key returns the state: the saved card, or the next step and the reason of the last decline.
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
  /** Extension: cancels an unpaid order. Returns the state of the order, unchanged if it had ended before. */
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
  /** Extension: refunds the unused part of an order. `gems`: as displayed to the payer; another amount is refused. */
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
  /** Orders, or lines of gems or silver, newest first. Each page fills only the list of its kind. */
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
      /** Current balance in the currency of the lines; gems for orders. */
      balance: amount,
    }),
  },
  /** Extension: reads the own limits, after a change if there is one. */
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
