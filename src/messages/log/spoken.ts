import { comparePlaces, isPending, placeOf } from '#db/reads/message-order.ts';
import type { MessageRow } from '#db/schema.ts';

/** Above this number of messages at once only their number is spoken. */
const MAX_SPOKEN = 3;

type Row = Pick<MessageRow, 'mid' | 'stamp' | 'archiveId' | 'out'>;
type Newest = Pick<MessageRow, 'stamp' | 'archiveId'>;

/** Stands for the newest message of an empty conversation. */
export const NO_MESSAGE: Newest = { stamp: 0, archiveId: 0 };

/** Returns the newest message that is not an own one on its way to the server. */
export const newestOf = <R extends Row>(rows: readonly R[]): R | undefined => rows.findLast((row) => !isPending(row));

/**
 * Returns what a screen reader speaks when a conversation has changed from `before` to `rows`: the messages received meanwhile, or their
 * number if they are many; undefined for older messages that were read from the database, own messages, and changed ones.
 */
export function spokenOf<R extends Row>(
  before: Newest,
  rows: readonly R[],
):
  | { readonly key: string; readonly messages: readonly R[] }
  | { readonly key: string; readonly count: number }
  | undefined {
  const fresh = rows.filter((row) => !row.out && !isPending(row) && comparePlaces(placeOf(row), placeOf(before)) > 0);
  const last = fresh.at(-1);
  if (!last) return undefined;
  return fresh.length > MAX_SPOKEN ? { key: last.mid, count: fresh.length } : { key: last.mid, messages: fresh };
}
