import { chat } from '../open.ts';
import type { ThreadRow } from '../schema.ts';

/** All conversations, the one with the newest message first. */
export const readThreads = (): Promise<ThreadRow[]> => chat.threads.orderBy('lastDate').reverse().toArray();

export const readThread = (tid: string): Promise<ThreadRow | undefined> =>
  chat.threads.where('tid').equals(tid).first();
