import { isBlank } from '#contract/visible-text.ts';
import type { AppDb, ChatDb, SessionRow, ThreadRow } from '../db/schema.ts';
import { newThread } from '../db/writes/thread.ts';

type Databases = { readonly app: AppDb; readonly chat: ChatDb };

/** Texts of a user that the server has not accepted, by conversation, and the rows of these conversations. */
export type UnsentTexts = { readonly texts: ReadonlyMap<string, string>; readonly threads: readonly ThreadRow[] };

/**
 * Reads the drafts and the unsent texts of the account that is signed in, before its data are deleted. A conversation's texts are joined,
 * with the draft at the end. Files are not included: their uploads belong to the account.
 */
export async function readUnsentTexts({ app, chat }: Databases): Promise<UnsentTexts> {
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
  return { texts: new Map([...lines].map(([tid, texts]) => [tid, texts.join('\n')])), threads };
}

/** Stores the texts as drafts of another account of the same user, in conversations without messages. */
export async function storeAsDrafts(
  { app, chat }: Databases,
  { texts, threads }: UnsentTexts,
  { jid }: SessionRow,
): Promise<void> {
  await chat.threads.bulkPut(
    threads.map(({ tid: local, linkedJid: bare, linkedUser: { uid, nickName }, lastDate }) => ({
      ...newThread({ uid, local, bare, nickName }, jid),
      lastDate,
    })),
  );
  await app.drafts.bulkPut([...texts].map(([tid, text]) => ({ tid, text })));
}
