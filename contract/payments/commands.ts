import {
  array,
  boolean,
  type InferOutput,
  integer,
  literal,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  union,
  variant,
} from 'valibot';
import { amount } from '../api/shapes.ts';
import { type CommandsOf, command, nothing, someId, someUid } from '../command.ts';
import { limitChange, spendLimit } from '../wallet/limits.ts';
import {
  bindId,
  cardBinding,
  cardId,
  country,
  operationId,
  orderId,
  orderRecord,
  orderStatus,
  PAYMENT_CHANNELS,
  priceId,
  scene,
  shownPack,
  ticket,
  token,
} from './orders.ts';

/** Target after a purchase; never an address, because a link could supply it. */
const returnTo = variant('to', [
  object({ to: picklist(['store', 'call', 'club', 'match']) }),
  object({ to: literal('thread'), tid: someId }),
  object({ to: literal('profile'), uid: someUid }),
]);
/** Screen to which the user returns after a purchase; never an address, because a link could supply it. */
export type ReturnTo = InferOutput<typeof returnTo>;

/** A buyer's choice. `pack`: as displayed, for the page that opens before the server responds. */
const purchase = object({
  op: operationId,
  priceId,
  /** Only for `exact`. */
  gems: optional(pipe(number(), integer(), minValue(1))),
  channel: picklist(PAYMENT_CHANNELS),
  cardId: optional(cardId),
  scene,
  returnTo,
  pack: shownPack,
});

/** Histories that the wallet shows: purchases, and ledger entries of gems and of silver. */
export const RECORD_KINDS = ['orders', 'gems', 'silver'] as const;

/** Payments. The core polls each order while a tab is open; pages read the state from `app.orders`. */
export const paymentCommands = {
  /** Fetches the offers of a country into `app.state`; null: the country that the user chose or is in. */
  refreshStore: command({ args: [nullable(country)], value: nothing }),
  /** Starts a purchase, once per operation id. Resolves when its row is durable; nothing is sent before. */
  buy: command({ act: true, args: [purchase], value: nothing }),
  /** Resends a purchase that the server never received, under the same operation id. */
  retryOrder: command({ args: [operationId], value: nothing }),
  /**
   * Pays a purchase at the price of its pack as displayed: with a new card, by the token from the gateway's card frame, or with a saved
   * one. The last argument identifies the attempt.
   */
  chargeOrder: command({
    args: [operationId, union([object({ token, remember: boolean() }), object({ cardId })]), operationId],
    value: nothing,
  }),
  /** Cancels an unpaid purchase. If the server can no longer cancel it, its row has the outcome. */
  cancelOrder: command({ args: [operationId, operationId], value: nothing }),
  /** Fetches the state of this device's purchase now. */
  refreshOrder: command({ args: [operationId], value: nothing }),
  /** Reads the state of an order by its id; with a ticket, also without a login. */
  readOrder: command({ args: [object({ orderId, ticket: optional(ticket) })], value: orderStatus }),
  /** Removes an ended purchase from this device. */
  dismissOrder: command({ args: [operationId], value: nothing }),
  /** Starts saving a card without a purchase; returns where its fields are. */
  beginCard: command({ act: true, args: [operationId], value: cardBinding }),
  /** Saves the card for which the gateway's card frame returned the token. The last argument identifies the attempt. */
  saveCard: command({ args: [bindId, token, operationId], value: cardBinding }),
  forgetCard: command({ args: [cardId], value: nothing }),
  /** Refunds the unused part of an order: the gems that were shown to the user. */
  refundOrder: command({ args: [orderId, amount, operationId], value: object({ record: orderRecord }) }),
  /** Reads the own limits; changes one before, unless the argument is null. */
  spendLimits: command({ args: [nullable(limitChange)], value: object({ limits: array(spendLimit) }) }),
  /** Fetches the newest page of a history into `app.records`, or with `more` (true) the page after the last. */
  refreshRecords: command({ args: [picklist(RECORD_KINDS), boolean()], value: nothing }),
};

/** The buyer's choice on the store page: the argument of the command `buy`. */
export type Purchase = Parameters<CommandsOf<typeof paymentCommands>['buy']>[0];
