import type { AppDb, ChatDb } from '../schema.ts';

type Databases = { readonly app: Pick<AppDb, 'apiQueue'>; readonly chat: Pick<ChatDb, 'outbox'> };

/** Whether a message, a mark or a queued change of this account waits that a core could send by itself, uploads aside. */
export const wordsWait = async ({ app, chat }: Databases, uid: number | undefined): Promise<boolean> =>
  (await chat.outbox.filter(({ waitsFor }) => waitsFor === undefined).count()) > 0 ||
  (await app.apiQueue.filter((row) => row.uid === uid).count()) > 0;
