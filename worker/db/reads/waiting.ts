import type { AppDb, ChatDb } from '../schema.ts';

type Databases = { readonly app: Pick<AppDb, 'apiQueue' | 'uploads'>; readonly chat: Pick<ChatDb, 'outbox'> };

/** Whether a message, a mark or a queued change of this account waits that a core could send by itself, uploads aside. */
export async function wordsWait({ app, chat }: Databases, uid: number | undefined): Promise<boolean> {
  const [outbox, queue] = await Promise.all([
    chat.outbox.filter(({ waitsFor }) => waitsFor === undefined).count(),
    app.apiQueue.filter((row) => row.uid === uid).count(),
  ]);
  return outbox + queue > 0;
}

/** Whether anything waits that the core of a page could send by itself. */
export async function somethingWaits(databases: Databases, uid: number | undefined): Promise<boolean> {
  if (await wordsWait(databases, uid)) return true;
  return (await databases.app.uploads.filter(({ state }) => state === 'waiting' || state === 'sending').count()) > 0;
}
