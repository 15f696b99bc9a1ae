import { chat } from '../open.ts';
import type { ThreadRow } from '../schema.ts';

/** Returns all conversations, the one with the newest message first. */
export const readThreads = (): Promise<ThreadRow[]> => chat.threads.orderBy('lastDate').reverse().toArray();

export const readThread = (tid: string): Promise<ThreadRow | undefined> =>
  chat.threads.where('tid').equals(tid).first();

export type ThreadSize = {
  readonly tid: string;
  readonly uid: number;
  readonly nickName: string;
  /** Number of its messages on this device. */
  readonly messages: number;
};

/** Returns all conversations with their sizes, the one with the newest message first. */
export async function readThreadSizes(): Promise<readonly ThreadSize[]> {
  const threads = await readThreads();
  return Promise.all(
    threads.map(async ({ tid, linkedUser: { uid, nickName } }) => ({
      tid,
      uid,
      nickName,
      messages: await chat.messages.where('tid').equals(tid).count(),
    })),
  );
}
