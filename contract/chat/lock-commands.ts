import { array, maxLength, object, pipe } from 'valibot';
import { amount } from '../api/shapes.ts';
import { command, nothing, someId, someUid } from '../command.ts';
import { EXCLUSIVE_MAX_ITEMS, LOCKS_AT_ONCE } from '../media/rules.ts';
import { lockId } from './kinds/shapes.ts';
import { exclusiveOffer, exclusiveRows } from './lock-endpoints.ts';

const mid = someId;
const { price } = exclusiveOffer.entries;

/** Messages that are paid for. What opens is in the row of the message: its addresses, and `lock`. */
export const lockCommands = {
  /**
   * Pays for a locked message and opens it, once, at the price that was shown (gems). Never offline: fails with `offline` at
   * once. Fails with `gems-insufficient`, with `price-changed` where another price would be charged, and with `gone` where it is
   * no longer there and was not paid.
   */
  unlock: command({ act: true, args: [mid, amount], value: object({ gemsBalance: amount }) }),
  /** Asks what is open of these messages, such as those that another device opened. */
  refreshLocks: command({ args: [pipe(array(mid), maxLength(LOCKS_AT_ONCE))], value: nothing }),
  /** Returns what a host sells on a page of their own, as it is now. Nothing of it is kept. */
  readExclusive: command({ args: [someUid], value: exclusiveRows.exclusiveItems.output }),
  /** Buys one of them at the price that was shown; fails as `unlock` does, and with `price-changed` where it has changed. */
  openExclusive: command({ act: true, args: [someUid, lockId, price], value: object({ gemsBalance: amount }) }),
  /** Replaces the own page. */
  editExclusive: command({
    act: true,
    args: [pipe(array(exclusiveOffer), maxLength(EXCLUSIVE_MAX_ITEMS))],
    value: nothing,
  }),
  /** A file of the message could not be fetched: where it was paid for and is gone, the gems come back. */
  mediaGone: command({ args: [mid], value: nothing }),
};
