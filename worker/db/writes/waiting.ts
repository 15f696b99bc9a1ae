import type { ChatDb, MessageRow } from '../schema.ts';
import { storeRow } from './outgoing.ts';
import { withMessage } from './thread.ts';

/**
 * Makes the messages ready that waited for an upload, once it has arrived. Each goes to the end of the outbox and takes the date
 * of this moment (`now`: server clock, ms), so that both sides see it behind what overtook it. Returns whether there was one; a
 * second call finds none. `told` puts in what is known since the upload arrived.
 */
export function releaseWaiting(
  db: ChatDb,
  uploadId: string,
  now: number,
  told: (message: MessageRow) => MessageRow = (message) => message,
): Promise<boolean> {
  return db.transaction('rw', [db.messages, db.threads, db.outbox], async () => {
    const waiting = (await db.outbox.toArray()).filter(({ waitsFor }) => waitsFor === uploadId);
    for (const { id, waitsFor: _arrived, ...row } of waiting) {
      await db.outbox.delete(id as number);
      await storeRow(db, row);
      const message = await db.messages.where('mid').equals(row.about).first();
      const thread = await db.threads.where('tid').equals(row.tid).first();
      if (!message || !thread) continue;
      const dated = { ...told(message), date: Math.max(now, thread.lastDate + 1) };
      await db.messages.put(dated);
      await db.threads.put(withMessage(thread, dated));
    }
    return waiting.length > 0;
  });
}
