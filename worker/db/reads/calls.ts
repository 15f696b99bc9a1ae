import { app, chat } from '../open.ts';
import type { CallSignalRow, VideoCallRow } from '../schema.ts';

/** Negotiation that waits for the page which has the media, in the order in which it came. */
export const readSignals = (sid: string): Promise<CallSignalRow[]> =>
  app.callSignals.where('sid').equals(sid).sortBy('id');

/** Records of calls, the newest first. */
export const readCallRecords = (): Promise<VideoCallRow[]> => chat.videocalls.orderBy('startTime').reverse().toArray();

export const readCallRecord = (vid: string): Promise<VideoCallRow | undefined> => chat.videocalls.get(vid);

/** Calls that came while nobody took them, and that nobody has looked at since. */
export const countMissed = (): Promise<number> => chat.videocalls.filter(({ seen }) => !seen).count();
