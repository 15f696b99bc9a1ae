import { withoutGreeting } from '#contract/chat/greeting.ts';
import { chat } from '../open.ts';
import type { ThreadRow } from '../schema.ts';

/** Rows of earlier builds have the last message's text and its style instead of `lastFacts`. */
type Former = ThreadRow & { readonly lastText?: string; readonly lastLook?: string };

/** Returns the row with the facts of its last message; converts rows of earlier builds. */
function withFacts(row: Former): ThreadRow {
  if (row.lastFacts || row.lastText === undefined) return row;
  return { ...row, lastFacts: factsOfFormer(row) };
}

function factsOfFormer({ lastText = '', lastLook, lastMid }: Former): ThreadRow['lastFacts'] {
  switch (lastLook) {
    case 'call':
    case 'covered':
    case 'removed':
    case 'unsupported':
      return { kind: lastLook };
    default:
      return lastMid === '' ? undefined : { kind: 'text', body: lastText };
  }
}

/** Returns all conversations in the order of their `lastDate`, the newest first. */
export const readThreads = async (): Promise<ThreadRow[]> =>
  (await chat.threads.orderBy('lastDate').reverse().toArray()).map(withFacts);

/** Returns a conversation by its `tid`; undefined when it has no row yet. */
export const readThread = (tid: string): Promise<ThreadRow | undefined> =>
  chat.threads.where('tid').equals(tid).first();

/** A conversation with the number of its messages. */
export type ThreadSize = {
  readonly tid: string;
  readonly uid: number;
  readonly nickName: string;
  /** Number of the conversation's messages on this device. */
  readonly messages: number;
};

/**
 * Returns the listed conversations (`withoutGreeting`) with the number of their messages on this device, newest first, for the settings
 * page that clears them.
 */
export async function readThreadSizes(): Promise<readonly ThreadSize[]> {
  const threads = withoutGreeting(await readThreads());
  return Promise.all(
    threads.map(async ({ tid, linkedUser: { uid, nickName } }) => ({
      tid,
      uid,
      nickName,
      messages: await chat.messages.where('tid').equals(tid).count(),
    })),
  );
}
