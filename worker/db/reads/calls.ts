import { app, chat } from '../open.ts';
import type { CallSignalRow, VideoCallRow } from '../schema.ts';

/** Returns the WebRTC signals of a call for the page that owns the media, in the order of arrival. */
export const readSignals = (sid: string): Promise<CallSignalRow[]> =>
  app.callSignals.where('sid').equals(sid).sortBy('id');

/** Returns the records of calls, newest first. */
export const readCallRecords = (): Promise<VideoCallRow[]> => chat.videocalls.orderBy('startTime').reverse().toArray();

/** Returns when the latest recorded call ended, Unix ms; 0 if no call is recorded. */
export async function readLastCallEnd(): Promise<number> {
  const last = await chat.videocalls.orderBy('startTime').last();
  return last?.endTime ?? 0;
}

/** Returns the record of a call; undefined before it has ended. */
export const readCallRecord = (vid: string): Promise<VideoCallRow | undefined> => chat.videocalls.get(vid);

/** Returns the number of missed calls that the user has not seen yet. */
export const countMissed = (): Promise<number> => chat.videocalls.filter(({ seen }) => !seen).count();
