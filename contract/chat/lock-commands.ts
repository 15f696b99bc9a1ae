import { array, maxLength, object, pipe } from 'valibot';
import { amount } from '../api/shapes.ts';
import { command, nothing, someId } from '../command.ts';
import { LOCKS_AT_ONCE } from '../media/rules.ts';

const mid = someId;

/** Messages that are paid for. What opens is in the row of the message: its addresses, and `lock`. */
export const lockCommands = {
  /**
   * Pays for a locked message and opens it, once. Never offline: fails with `offline` at once. Fails with `gems-insufficient`, and
   * with `gone` where it is no longer there and was not paid.
   */
  unlock: command({ args: [mid], value: object({ gemsBalance: amount }) }),
  /** Asks what is open of these messages, such as those that another device opened. */
  refreshLocks: command({ args: [pipe(array(mid), maxLength(LOCKS_AT_ONCE))], value: nothing }),
  /** A file of the message could not be fetched: where it was paid for and is gone, the gems come back. */
  mediaGone: command({ args: [mid], value: nothing }),
};
