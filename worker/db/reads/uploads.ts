import Dexie from 'dexie';
import { coverOf } from '#contract/chat/sensitive.ts';
import { draftBatchOf } from '#contract/media/upload-address.ts';
import { app, chat } from '../open.ts';
import type { MessageRow, UploadRow } from '../schema.ts';

/** The files of all messages that this device still has, in the order in which they were chosen. */
export const readBatches = (): Promise<UploadRow[]> =>
  app.uploads
    .orderBy('queuedAt')
    .filter(({ batch }) => batch !== undefined && batch !== '')
    .toArray();

/** The recording of a conversation that was not sent; undefined when there is none. */
export const readVoiceDraft = (tid: string): Promise<UploadRow | undefined> =>
  app.uploads.filter(({ batch }) => batch === draftBatchOf(tid)).first();

/** Files on their way, or arrived, by their ids. */
export const readUploadsOf = async (ids: readonly string[]): Promise<readonly UploadRow[]> =>
  (await app.uploads.bulkGet([...ids])).filter((row) => row !== undefined);

/** One message; undefined when there is none. */
export const readMessage = (mid: string): Promise<MessageRow | undefined> =>
  chat.messages.where('mid').equals(mid).first();

/** So many messages on either side of one are looked through for pictures and clips. */
const AROUND = 1_000;

/** The messages around one in its conversation, oldest first; none when it is not there. */
export async function readAround(mid: string): Promise<readonly MessageRow[]> {
  const row = await readMessage(mid);
  if (!row) return [];
  const { tid, date } = row;
  const of = (from: unknown, to: unknown, withEnd: boolean) =>
    chat.messages.where('[tid+date]').between([tid, from], [tid, to], true, withEnd);
  const [older, newer] = await Promise.all([
    of(Dexie.minKey, date, false).reverse().limit(AROUND).toArray(),
    of(date, Dexie.maxKey, true).limit(AROUND).toArray(),
  ]);
  return [...older.reverse(), ...newer];
}

/** The first voice after this one that was not played yet and that nobody has to uncover. */
export const readNextVoice = (tid: string, date: number): Promise<MessageRow | undefined> =>
  chat.messages
    .where('[tid+date]')
    .between([tid, date], [tid, Number.POSITIVE_INFINITY], false)
    .filter((row) => !row.out && row.payload?.kind === 'audio' && !row.payload.played && !coverOf(row))
    .first();
