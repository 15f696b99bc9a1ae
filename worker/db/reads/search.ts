import { coverOf } from '#contract/chat/sensitive.ts';
import { foldText } from '#contract/text/fold-text.ts';
import { chat } from '../open.ts';
import type { ChatDb, MessageRow } from '../schema.ts';
import { comparePlaces, type Place, placeOf } from './message-order.ts';
import { messagesInOrder } from './messages-in-order.ts';

/** Rows per read: small enough for early hits and for a quick end after an abort. */
const STEP = 500;

/** Returns the visible texts of a message: its body, its original, its translation and its options; none if its content is hidden. */
export function textsOf(row: MessageRow): readonly string[] {
  const { payload, translate } = row;
  if (coverOf(row)) return [];
  const body = payload && 'body' in payload ? payload.body : '';
  const said = payload?.kind === 'text' ? (payload.said?.text ?? '') : '';
  const options = payload?.kind === 'question_answer' ? payload.options : [];
  return [body, said, translate?.text ?? '', ...options];
}

/** Splits what the user typed into the folded words that a hit must contain, in any order. */
export const wordsToFind = (typed: string): readonly string[] => foldText(typed).split(/\s+/).filter(Boolean);

/** A way through the messages from the newest to the oldest. A batch continues at a key, which several messages may share. */
type Way<Key> = {
  /** The messages at `to` and before, by default all. */
  readonly read: (to: Key | undefined) => { limit(count: number): { toArray(): Promise<MessageRow[]> } };
  readonly keyOf: (row: MessageRow) => Key;
  readonly isSame: (a: Key, b: Key) => boolean;
};

const inConversation = (db: Pick<ChatDb, 'messages'>, tid: string): Way<Place> => ({
  read: (to) => messagesInOrder(db, tid, to && { to }).reverse(),
  keyOf: placeOf,
  isSame: (a, b) => comparePlaces(a, b) === 0,
});

const inAll = ({ messages }: Pick<ChatDb, 'messages'>): Way<number> => ({
  read: (to) => (to === undefined ? messages.orderBy('date') : messages.where('date').belowOrEqual(to)).reverse(),
  keyOf: ({ date }) => date,
  isSame: (a, b) => a === b,
});

/** Counts all stored messages, by which the progress of a search in all conversations is shown. */
export const countMessages = (db: Pick<ChatDb, 'messages'> = chat): Promise<number> => db.messages.count();

/** Receives the hits of each batch, and how many messages were read so far. The search goes on when the promise resolves. */
type OnBatch = (hits: readonly MessageRow[], read: number) => void | Promise<void>;

/**
 * Finds the messages of a conversation, or of all (`tid` undefined), that contain all words, newest first, batch by batch. Ends when
 * `signal` is aborted. Each batch continues at a key instead of an offset: an offset would read earlier rows again, and a new message
 * would shift it.
 */
export async function searchMessages(
  tid: string | undefined,
  words: string,
  onBatch: OnBatch,
  signal: AbortSignal,
  db: Pick<ChatDb, 'messages'> = chat,
): Promise<void> {
  const wanted = wordsToFind(words);
  if (wanted.length === 0) return;
  const isHit = (row: MessageRow) => {
    // Side messages are never drawn.
    if (row.tid.startsWith('#')) return false;
    const text = foldText(textsOf(row).join('\n'));
    return wanted.every((word) => text.includes(word));
  };
  await (tid === undefined
    ? walk(inAll(db), isHit, onBatch, signal)
    : walk(inConversation(db, tid), isHit, onBatch, signal));
}

async function walk<Key>(
  { read, keyOf, isSame }: Way<Key>,
  isHit: (row: MessageRow) => boolean,
  onBatch: OnBatch,
  signal: AbortSignal,
): Promise<void> {
  /** Key at which the next batch continues, and the mids there that were read. */
  let to: Key | undefined;
  let seen = new Set<string>();
  let total = 0;
  while (!signal.aborted) {
    const limit = STEP + seen.size;
    const some = await read(to).limit(limit).toArray();
    if (signal.aborted) return;
    const fresh = some.filter((row) => !seen.has(row.mid));
    total += fresh.length;
    await onBatch(fresh.filter(isHit), total);
    const last = some.at(-1);
    if (!last || some.length < limit) return;
    const key = keyOf(last);
    if (to === undefined || !isSame(key, to)) seen = new Set();
    for (const row of some) if (isSame(keyOf(row), key)) seen.add(row.mid);
    to = key;
  }
}
