import Dexie from 'dexie';
import { coverOf } from '#contract/chat/sensitive.ts';
import { chat } from '../open.ts';
import type { ChatDb, MessageRow } from '../schema.ts';

/** Rows of one read: the first hits are there soon, and a read that nobody waits for any more ends soon. */
const STEP = 500;

/** Words as they are compared: without case, accents or other marks, in one spelling. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** All words of a message that somebody can see: what it says, what was typed, and its translation. */
function wordsOf({ payload, translate }: MessageRow): string {
  const body = payload && 'body' in payload ? payload.body : '';
  const said = payload?.kind === 'text' ? (payload.said?.text ?? '') : '';
  const options = payload?.kind === 'question_answer' ? payload.options : [];
  return [body, said, translate?.text ?? '', ...options].join('\n');
}

/**
 * Finds the messages of a conversation with all these words, newest first, and tells each part of them as it is found. Ends when
 * `signal` is aborted.
 */
export async function searchMessages(
  tid: string,
  words: string,
  onHits: (hits: readonly MessageRow[]) => void,
  signal: AbortSignal,
  db: Pick<ChatDb, 'messages'> = chat,
): Promise<void> {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return;
  const isHit = (row: MessageRow) => {
    if (coverOf(row)) return false;
    const text = fold(wordsOf(row));
    return wanted.every((word) => text.includes(word));
  };
  const rows = db.messages.where('[tid+date]').between([tid, Dexie.minKey], [tid, Dexie.maxKey]).reverse();
  for (let read = 0; !signal.aborted; read += STEP) {
    const some = await rows.clone().offset(read).limit(STEP).toArray();
    if (signal.aborted) return;
    const hits = some.filter(isHit);
    if (hits.length > 0) onHits(hits);
    if (some.length < STEP) return;
  }
}
