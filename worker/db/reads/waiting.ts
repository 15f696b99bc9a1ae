import type { AppDb, ChatDb } from '../schema.ts';

type Databases = { readonly app: Pick<AppDb, 'apiQueue'>; readonly chat: Pick<ChatDb, 'outbox'> };

/**
 * Returns whether the core has something to send for this account: an outbox row without a pending upload, or a queued change. An unused
 * core and a headless session run on while it does.
 */
export const wordsWait = async ({ app, chat }: Databases, uid: number | undefined): Promise<boolean> =>
  (await chat.outbox.filter(({ waitsFor }) => waitsFor === undefined).count()) > 0 ||
  (await app.apiQueue.filter((row) => row.uid === uid).count()) > 0;
