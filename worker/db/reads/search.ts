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
 * `signal` is aborted. Each step goes on at a date: to skip what was read would read it again, and a message that comes meanwhile
 * would move the others.
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
  /** Where the next step begins, and what was read there already: many rows may have one date. */
  let upTo: number | undefined;
  let seen = new Set<string>();
  while (!signal.aborted) {
    const limit = STEP + seen.size;
    const some = await db.messages
      .where('[tid+date]')
      .between([tid, Dexie.minKey], [tid, upTo ?? Dexie.maxKey], true, true)
      .reverse()
      .limit(limit)
      .toArray();
    if (signal.aborted) return;
    const hits = some.filter((row) => !seen.has(row.mid) && isHit(row));
    if (hits.length > 0) onHits(hits);
    const last = some.at(-1);
    if (!last || some.length < limit) return;
    if (last.date !== upTo) seen = new Set();
    for (const { mid, date } of some) if (date === last.date) seen.add(mid);
    upTo = last.date;
  }
}
