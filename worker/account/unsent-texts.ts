import { isBlank } from '#contract/text/visible-text.ts';
import type { AppDb, ChatDb, SessionRow } from '../db/schema.ts';
import { newThread } from '../db/writes/thread.ts';

type Databases = { readonly app: AppDb; readonly chat: ChatDb };

/**
 * Reads the drafts and the unsent texts of the account that is signed in, before its data are deleted. The returned function stores them as
 * drafts of another account of the same user (a guest whose former account is gone), in conversations without messages. The texts of a
 * conversation are joined, with the draft at the end. Files are not included: their uploads belong to the account.
 */
export async function readUnsentTexts({ app, chat }: Databases): Promise<(account: SessionRow) => Promise<void>> {
  const waiting = await chat.outbox.filter(({ kind }) => kind === 'message').toArray();
  const mids = waiting.map(({ about }) => about);
  const messages = await chat.messages.where('mid').anyOf(mids).sortBy('date');
  const unsent = messages.flatMap(({ tid, payload }) =>
    payload?.kind === 'text' ? [{ tid, text: payload.body }] : [],
  );
  const lines = new Map<string, string[]>();
  for (const { tid, text } of [...unsent, ...(await app.drafts.toArray())])
    if (!isBlank(text)) lines.set(tid, [...(lines.get(tid) ?? []), text]);
  const threads = await chat.threads
    .where('tid')
    .anyOf([...lines.keys()])
    .toArray();

  return async ({ jid }) => {
    await chat.threads.bulkPut(
      threads.map(({ tid: local, linkedJid: bare, linkedUser: { uid, nickName }, lastDate }) => ({
        ...newThread({ uid, local, bare, nickName }, jid),
        lastDate,
      })),
    );
    await app.drafts.bulkPut([...lines].map(([tid, texts]) => ({ tid, text: texts.join('\n') })));
  };
}
