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
  CHANNELS,
  cardBinding,
  cardId,
  country,
  operationId,
  orderId,
  orderRecord,
  orderStatus,
  priceId,
  scene,
  shownPack,
  ticket,
  token,
} from './orders.ts';

/** Where a purchase leads back to: never an address, which a link could have brought. */
const returnTo = variant('to', [
  object({ to: picklist(['store', 'call', 'club', 'match']) }),
  object({ to: literal('thread'), tid: someId }),
  object({ to: literal('profile'), uid: someUid }),
]);
export type ReturnTo = InferOutput<typeof returnTo>;

/** What a buyer chose. `pack`: as it was shown, for the page that opens before the server has answered. */
const purchase = object({
  op: operationId,
  priceId,
  /** Of `exact` alone. */
  gems: optional(pipe(number(), integer(), minValue(1))),
  channel: picklist(CHANNELS),
  cardId: optional(cardId),
  scene,
  returnTo,
  pack: shownPack,
});

export const RECORD_KINDS = ['orders', 'gems', 'silver'] as const;

/** Payments. The core asks what became of each order while a tab lives: pages read it from `app.orders`. */
export const paymentCommands = {
  /** Fetches what is sold in a country into `app.state`; null: the one that the user chose or is in. */
  refreshStore: command({ args: [nullable(country)], value: nothing }),
  /** Begins a purchase, once for each name. Resolves when its row is durable; no byte was sent before. */
  buy: command({ act: true, args: [purchase], value: nothing }),
  /** Sends a purchase again, under the same name, that the server never received. */
  retryOrder: command({ args: [operationId], value: nothing }),
  /** Charges a new card by the token of its frame, or a kept one, at the price of the purchase. The last argument names this attempt. */
  chargeOrder: command({
    args: [operationId, union([object({ token, remember: boolean() }), object({ cardId })]), operationId],
    value: nothing,
  }),
  /** Ends a purchase that nothing was paid for. Where the server no longer can, its row says what became of it. */
  cancelOrder: command({ args: [operationId, operationId], value: nothing }),
  /** Asks now what became of a purchase of this device. */
  lookOrder: command({ args: [operationId], value: nothing }),
  /** The state of an order by its id; with a ticket without a login too. */
  readOrder: command({ args: [object({ orderId, ticket: optional(ticket) })], value: orderStatus }),
  /** Removes a purchase that has ended from this device. */
  dismissOrder: command({ args: [operationId], value: nothing }),
  /** Begins to keep a card without a purchase: where its fields are. */
  beginCard: command({ act: true, args: [operationId], value: cardBinding }),
  /** Keeps the card whose token the frame gave. The last argument names this attempt. */
  keepCard: command({ args: [bindId, token, operationId], value: cardBinding }),
  forgetCard: command({ args: [cardId], value: nothing }),
  /** Gives back what was not used of an order: so many gems, as the user was shown. */
  refundOrder: command({ args: [orderId, amount, operationId], value: object({ record: orderRecord }) }),
  /** Reads one's own limits, after a change unless it is null. */
  spendLimits: command({ args: [nullable(limitChange)], value: object({ limits: array(spendLimit) }) }),
  /** Fetches the newest page of a history into `app.records`, or with `more` (true) the page after the last. */
  refreshRecords: command({ args: [picklist(RECORD_KINDS), boolean()], value: nothing }),
};

/** A purchase as a page asks for it. */
export type Purchase = Parameters<CommandsOf<typeof paymentCommands>['buy']>[0];
