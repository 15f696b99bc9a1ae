import { coverOf } from '#contract/chat/sensitive.ts';
import { app, chat } from '../open.ts';
import type { MessageRow, UploadRow } from '../schema.ts';

/** The files of all messages that this device still has, in the order in which they were chosen. */
export const readBatches = (): Promise<UploadRow[]> =>
  app.uploads
    .orderBy('queuedAt')
    .filter(({ batch }) => batch !== undefined && batch !== '')
    .toArray();

/** One message; undefined when there is none. */
export const readMessage = (mid: string): Promise<MessageRow | undefined> =>
  chat.messages.where('mid').equals(mid).first();

/** The first voice after this one that was not played yet and that nobody has to uncover. */
export const readNextVoice = (tid: string, date: number): Promise<MessageRow | undefined> =>
  chat.messages
    .where('[tid+date]')
    .between([tid, date], [tid, Number.POSITIVE_INFINITY], false)
    .filter((row) => !row.out && row.payload?.kind === 'audio' && !row.payload.played && !coverOf(row))
    .first();
