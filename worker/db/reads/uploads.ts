import { coverOf } from '#contract/chat/sensitive.ts';
import { draftBatchOf } from '#contract/media/upload-address.ts';
import { app, chat } from '../open.ts';
import type { MessageRow, UploadRow } from '../schema.ts';
import { type Place, placeOf } from './message-order.ts';
import { messagesInOrder } from './messages-in-order.ts';

/** Returns the rows of files that belong to messages or voice drafts and were not deleted yet, in the order in which they were chosen. */
export const readBatches = (): Promise<UploadRow[]> =>
  app.uploads
    .orderBy('queuedAt')
    .filter(({ batch }) => batch !== undefined && batch !== '')
    .toArray();

/** Returns the unsent voice recording of a conversation; undefined when there is none. */
export const readVoiceDraft = (tid: string): Promise<UploadRow | undefined> =>
  app.uploads.filter(({ batch }) => batch === draftBatchOf(tid)).first();

/** Returns uploads, running or done, by their ids. */
export const readUploadsOf = async (ids: readonly string[]): Promise<readonly UploadRow[]> =>
  (await app.uploads.bulkGet([...ids])).filter((row) => row !== undefined);

/** Returns one message; undefined when there is none. */
export const readMessage = (mid: string): Promise<MessageRow | undefined> =>
  chat.messages.where('mid').equals(mid).first();

/** Number of messages on either side that are searched for pictures and clips. */
const AROUND = 1_000;

/** Returns the messages around one in its conversation, oldest first; empty when the message is not stored. */
export async function readAround(mid: string): Promise<readonly MessageRow[]> {
  const row = await readMessage(mid);
  if (!row) return [];
  const place = placeOf(row);
  const [older, newer] = await Promise.all([
    messagesInOrder(chat, row.tid, { to: place, withTo: false }).reverse().limit(AROUND).toArray(),
    messagesInOrder(chat, row.tid, { from: place }).limit(AROUND).toArray(),
  ]);
  return [...older.reverse(), ...newer];
}

/** Returns the next incoming voice message after a place that was not played yet and is not covered. */
export const readNextVoice = (tid: string, after: Place): Promise<MessageRow | undefined> =>
  messagesInOrder(chat, tid, { from: after, withFrom: false })
    .filter((row) => !row.out && row.payload?.kind === 'audio' && !row.payload.played && !coverOf(row))
    .first();
