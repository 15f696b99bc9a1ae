import type { ChatDb, MessageRow } from '../schema.ts';
import { addOutboxRow, moveToEnd } from './outgoing.ts';
import { withLastMessage } from './thread.ts';

/**
 * Releases the messages whose `waitsFor` is this id: of an upload that is done, or of a message whose files all are. Each moves to the end
 * of the outbox, so that both sides see it after messages sent meanwhile, and gets the current date (`now`: server clock, ms).
 * `complete` completes the message with the facts known since the upload. Returns whether a message was released; a second
 * call finds none.
 */
export function releaseWaiting(
  db: ChatDb,
  uploadId: string,
  now: number,
  complete: (message: MessageRow) => MessageRow = (message) => message,
): Promise<boolean> {
  return db.transaction('rw', [db.messages, db.threads, db.outbox], async () => {
    const waiting = (await db.outbox.toArray()).filter(({ waitsFor }) => waitsFor === uploadId);
    for (const { id, waitsFor: _arrived, ...row } of waiting) {
      await db.outbox.delete(id as number);
      await addOutboxRow(db, row);
      const message = await db.messages.where('mid').equals(row.about).first();
      const thread = await db.threads.where('tid').equals(row.tid).first();
      if (!message || !thread) continue;
      await moveToEnd(db, { ...complete(message), date: Math.max(now, thread.lastIncoming) });
      await db.threads.put(await withLastMessage(db, thread));
    }
    return waiting.length > 0;
  });
}
