import { array, maxLength, object, pipe } from 'valibot';
import { amount } from '../../api/shapes.ts';
import { command, nothing, someId, someUid } from '../../command.ts';
import { EXCLUSIVE_MAX_ITEMS, LOCKS_AT_ONCE } from '../../media/rules.ts';
import { lockId } from '../kinds/shapes.ts';
import { exclusiveOffer, exclusiveRows } from './endpoints.ts';

const mid = someId;
const { price } = exclusiveOffer.entries;

/**
 * Commands of pages to the core for paid messages and for paid items of hosts' pages. The row of a message has the unlocked addresses and
 * `lock`.
 */
export const lockCommands = {
  /**
   * Pays for a locked message once, at the price that was shown (gems), and unlocks it. Never queued: fails with `offline` at once. Fails
   * with `gems-insufficient`, with `price-changed` if another price would be charged, and with `gone` if a file of the message no longer
   * exists: nothing was paid, or the gems went back.
   */
  unlock: command({ act: true, args: [mid, amount], value: object({ gemsBalance: amount }) }),
  /** Fetches which of these messages are unlocked, for example by another device. */
  refreshLocks: command({ args: [pipe(array(mid), maxLength(LOCKS_AT_ONCE))], value: nothing }),
  /** Returns the items that a host's page offers, and those that the reader has bought. They are not stored. */
  readExclusive: command({ args: [someUid], value: exclusiveRows.exclusiveItems.output }),
  /** Buys a paid item of a host's page at the price that was shown; fails like `unlock`, with `price-changed` if the price has changed. */
  openExclusive: command({ act: true, args: [someUid, lockId, price], value: object({ gemsBalance: amount }) }),
  /** Replaces the paid items of the caller's own page with these. */
  editExclusive: command({
    act: true,
    args: [pipe(array(exclusiveOffer), maxLength(EXCLUSIVE_MAX_ITEMS))],
    value: nothing,
  }),
  /**
   * Fetches the lock of a message with a file that could not be loaded. If the file is lost, the lock becomes `void`, and the server gives
   * back the gems that were paid, unless the retention of unlocked files has ended.
   */
  mediaGone: command({ args: [mid], value: nothing }),
};
