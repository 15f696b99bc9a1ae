import { coverOf } from '#contract/chat/sensitive.ts';
import { foldText } from '#contract/fold-text.ts';
import { chat } from '../open.ts';
import type { ChatDb, MessageRow } from '../schema.ts';
import { comparePlaces, type Place, placeOf } from './message-order.ts';
import { messagesInOrder } from './messages-in-order.ts';

/** Rows per read: small enough for early hits and for a quick end after an abort. */
const STEP = 500;

/** Returns all visible text of a message: its body, its original, its translation and its options. */
function wordsOf({ payload, translate }: MessageRow): string {
  const body = payload && 'body' in payload ? payload.body : '';
  const said = payload?.kind === 'text' ? (payload.said?.text ?? '') : '';
  const options = payload?.kind === 'question_answer' ? payload.options : [];
  return [body, said, translate?.text ?? '', ...options].join('\n');
}

/**
 * Finds the messages of a conversation that contain all words, newest first, and reports hits batch by batch. Ends
 * when `signal` is aborted. Each batch continues at a place instead of an offset: an offset would read earlier rows
 * again, and a new message would shift it.
 */
export async function searchMessages(
  tid: string,
  words: string,
  onHits: (hits: readonly MessageRow[]) => void,
  signal: AbortSignal,
  db: Pick<ChatDb, 'messages'> = chat,
): Promise<void> {
  const wanted = foldText(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return;
  const isHit = (row: MessageRow) => {
    if (coverOf(row)) return false;
    const text = foldText(wordsOf(row));
    return wanted.every((word) => text.includes(word));
  };
  /** Place at which the next batch continues, and the mids there that were read: pending messages share a place. */
  let to: Place | undefined;
  let seen = new Set<string>();
  while (!signal.aborted) {
    const limit = STEP + seen.size;
    const some = await messagesInOrder(db, tid, to && { to })
      .reverse()
      .limit(limit)
      .toArray();
    if (signal.aborted) return;
    const hits = some.filter((row) => !seen.has(row.mid) && isHit(row));
    if (hits.length > 0) onHits(hits);
    const last = some.at(-1);
    if (!last || some.length < limit) return;
    const place = placeOf(last);
    if (!to || comparePlaces(place, to) !== 0) seen = new Set();
    for (const row of some) if (comparePlaces(placeOf(row), place) === 0) seen.add(row.mid);
    to = place;
  }
}
