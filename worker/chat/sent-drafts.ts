import type { AppDb, ChatDb, DraftRow } from '../db/schema.ts';

/** What is about to be sent: its words, and what it replies to (empty when to nothing). */
type Leaving = { readonly tid: string; readonly mid: string; readonly body: string; readonly replyTo: string };

/** A page saves what is typed some time later: the draft may be the beginning of what was sent. Other words stay. */
const isPartOf = ({ text, replyTo = '' }: DraftRow, leaving: Leaving): boolean =>
  leaving.body.startsWith(text.trim()) &&
  (text.trim() !== '' || replyTo !== '') &&
  ['', leaving.replyTo].includes(replyTo);

/**
 * Notes in the draft which message it becomes, before that is stored: messages and drafts are in two databases, and whoever is killed
 * between the two must not be offered once more what was sent.
 */
export const markDraft = (app: AppDb, leaving: Leaving): Promise<void> =>
  app.transaction('rw', app.drafts, async () => {
    const kept = await app.drafts.get(leaving.tid);
    if (kept && isPartOf(kept, leaving)) await app.drafts.put({ ...kept, sentAs: leaving.mid });
  });

/** Forgets the draft that became this message. One that was saved since is another. */
export const forgetDraft = (app: AppDb, tid: string, mid: string): Promise<void> =>
  app.transaction('rw', app.drafts, async () => {
    if ((await app.drafts.get(tid))?.sentAs === mid) await app.drafts.delete(tid);
  });

/** Forgets those whose message was stored when everything ended before the draft could go. */
export async function forgetSentDrafts(app: AppDb, chat: ChatDb): Promise<void> {
  for (const { tid, sentAs } of await app.drafts.toArray()) {
    if (sentAs !== undefined && (await chat.messages.where('mid').equals(sentAs).count()) > 0)
      await forgetDraft(app, tid, sentAs);
  }
}
