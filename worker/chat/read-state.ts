import Dexie from 'dexie';
import type { ChatDb, MessageRow } from '../db/schema.ts';
import { furthest, type Reached } from './delivery.ts';

/** Maximum number of rows that one mark updates. Older rows are covered by earlier marks. */
const WALK_LIMIT = 2_000;

/** Marks incoming messages up to `date` as read and recounts the unread ones. Runs inside the caller's transaction. */
export async function markReadUpTo(db: ChatDb, tid: string, date: number): Promise<void> {
  await db.messages
    .where('unreadIn')
    .equals(tid)
    .and((row) => row.date <= date)
    .modify((row) => {
      row.read = true;
      delete row.unreadIn;
    });
  const unread = await db.messages.where('unreadIn').equals(tid).count();
  await db.threads.where('tid').equals(tid).modify({ unread });
}

/** Marks sent messages up to `mid` as delivered or seen. Walks backwards until a row already has that state. */
export async function markReached(db: ChatDb, tid: string, mid: string, reached: Reached): Promise<void> {
  const target = await db.messages.where('mid').equals(mid).first();
  if (!target || target.tid !== tid || !target.out) return;
  const changed: MessageRow[] = [];
  await db.messages
    .where('[tid+date]')
    .between([tid, Dexie.minKey], [tid, target.date], true, true)
    .reverse()
    .limit(WALK_LIMIT)
    .until((row) => row.out && row.state === 'success' && row.reached === furthest(row.reached, reached))
    .each((row) => {
      if (row.out && row.state !== 'error') changed.push({ ...row, reached: furthest(row.reached, reached) });
    });
  await db.messages.bulkPut(changed);
}
