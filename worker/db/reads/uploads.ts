import { app, chat } from '../open.ts';
import type { MessageRow, UploadRow } from '../schema.ts';

/** The files of a message, in the order in which they were chosen. */
export const readBatch = (mid: string): Promise<UploadRow[]> =>
  app.uploads
    .orderBy('queuedAt')
    .filter(({ batch }) => batch === mid)
    .toArray();

/** Files on their way, or arrived, by their ids. */
export const readUploadsOf = async (ids: readonly string[]): Promise<readonly UploadRow[]> =>
  (await app.uploads.bulkGet([...ids])).filter((row) => row !== undefined);

/** One message; undefined when there is none. */
export const readMessage = (mid: string): Promise<MessageRow | undefined> =>
  chat.messages.where('mid').equals(mid).first();

/** The first voice after this one that was not played yet. */
export const readNextVoice = (tid: string, date: number): Promise<MessageRow | undefined> =>
  chat.messages
    .where('[tid+date]')
    .between([tid, date], [tid, Number.POSITIVE_INFINITY], false)
    .filter(({ out, payload }) => !out && payload?.kind === 'audio' && !payload.played)
    .first();
