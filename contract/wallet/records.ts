import { type InferOutput, integer, nullable, number, object, picklist, pipe } from 'valibot';
import { uid } from '../api/envelope.ts';
import { amount } from '../api/shapes.ts';
import { shownText } from '../typed-text.ts';

/** What a movement of gems or silver was for. Each transfer has one, with the id of it. */
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
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/**
 * A line of the history: all movements of one subject that follow each other. `after` is the balance after the newest of them, so
 * that `after` minus `amount` is the `after` of the next older line.
 */
export const walletLine = object({
  /** Of the newest movement. */
  id: amount,
  /** ms of the server's clock, of the newest movement. */
  at: number(),
  amount: pipe(number(), integer()),
  after: amount,
  subject: picklist(SUBJECT_TYPES),
  /** Of the subject: an order's, a call's, a gift's; a task's key, with `:` and the day where it is daily. */
  subjectId: shownText,
  /** Who else took part, where there is one and they are still there. */
  peer: nullable(object({ uid, nickName: shownText })),
});
export type WalletLine = InferOutput<typeof walletLine>;
