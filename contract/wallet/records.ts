import { type InferOutput, integer, nullable, number, object, picklist, pipe } from 'valibot';
import { uid } from '../api/envelope.ts';
import { amount } from '../api/shapes.ts';
import { shownText } from '../text/typed-text.ts';

/** Purposes of a transfer of gems or silver. Each transfer has one, with the id of its subject. */
export const SUBJECT_TYPES = [
  'open',
  'welcome',
  'order',
  'reversal',
  'call',
  'gift',
  'media',
  'task',
  'lucky',
  'adjust',
  'payout',
  'booking',
] as const;
/** Purpose of a transfer of gems or silver. */
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/**
 * Schema of a line of a wallet history: consecutive transfers of one subject. `after` is the balance after the newest of them, so that
 * `after` minus `amount` is the `after` of the next older line.
 */
export const walletLine = object({
  /** Id of the newest transfer. */
  id: amount,
  /** Server clock, ms, of the newest transfer. */
  at: number(),
  amount: pipe(number(), integer()),
  after: amount,
  subject: picklist(SUBJECT_TYPES),
  /** Id of the order, call or gift; a task's key, with `:` and the day if it is daily. */
  subjectId: shownText,
  /** The other party; null if there is none or the account was deleted. */
  peer: nullable(object({ uid, nickName: shownText })),
});
/** A line of the gem or silver history, as the user's wallet shows it. */
export type WalletLine = InferOutput<typeof walletLine>;
