import type { Element } from '@xmpp/xml';
import { type ReceiveContext, receiveBatch } from '../../../../worker/chat/incoming/receive.ts';
import { searchMessages } from '../../../../worker/db/reads/search.ts';
import type { ChatDb, MessageRow, ThreadRow } from '../../../../worker/db/schema.ts';
import { withoutIds } from './databases.ts';
import { read, self } from './stanzas.ts';

/** The server's time in these tests. */
export const NOW = Date.UTC(2026, 2, 14, 12);

export function context(over: Partial<ReceiveContext> = {}): ReceiveContext {
  let made = 0;
  const newId = () => {
    made += 1;
    return `receipt-${made}`;
  };
  return {
    self,
    now: NOW,
    isWatched: () => false,
    isHistory: false,
    sync: [],
    newId,
    sendsReadMarks: true,
    ...over,
  };
}

/** Stanzas through the trust checks into the database, as one batch. */
export const receive = (db: ChatDb, stanzas: readonly Element[], over: Partial<ReceiveContext> = {}) =>
  receiveBatch(db, stanzas.map(read), context(over));

export type Seen = {
  readonly messages: Omit<MessageRow, 'id'>[];
  readonly threads: ThreadRow[];
};

/** The visible state: the messages by date, and the conversations, newest first. */
export async function see(db: ChatDb): Promise<Seen> {
  const messages = await db.messages.orderBy('date').toArray();
  return { messages: withoutIds(messages), threads: await db.threads.orderBy('lastDate').reverse().toArray() };
}

export const unreadOf = async (db: ChatDb, tid: string) =>
  (await db.threads.where('tid').equals(tid).first())?.unread ?? 0;

export const messageOf = (db: ChatDb, mid: string) => db.messages.where('mid').equals(mid).first();

/** All orders in which these items may arrive. */
export const ordersOf = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((one, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [one, ...rest]));

/** The messages of the conversation with the host 9001 that a search finds. */
export async function findMids(db: ChatDb, words: string): Promise<string[]> {
  const hits: MessageRow[] = [];
  await searchMessages('u_9001', words, (some) => void hits.push(...some), new AbortController().signal, db);
  return hits.map(({ mid }) => mid);
}
