import { app, chat } from '../open.ts';
import type { CallSignalRow, VideoCallRow } from '../schema.ts';

/** Returns the signals for the page that owns the media, in the order of arrival. */
export const readSignals = (sid: string): Promise<CallSignalRow[]> =>
  app.callSignals.where('sid').equals(sid).sortBy('id');

/** Returns the records of calls, newest first. */
export const readCallRecords = (): Promise<VideoCallRow[]> => chat.videocalls.orderBy('startTime').reverse().toArray();

export const readCallRecord = (vid: string): Promise<VideoCallRow | undefined> => chat.videocalls.get(vid);

/** Counts missed calls that the user has not seen yet. */
export const countMissed = (): Promise<number> => chat.videocalls.filter(({ seen }) => !seen).count();
