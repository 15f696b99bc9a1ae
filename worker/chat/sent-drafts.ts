import { isBlank } from '#contract/text/visible-text.ts';
import type { AppDb, ChatDb, DraftRow } from '../db/schema.ts';

/** A text message that is about to be stored. `replyTo` is empty when it replies to nothing. */
type Leaving = { readonly tid: string; readonly mid: string; readonly body: string; readonly replyTo: string };

/** Returns whether the draft is an early state of the message: pages save drafts with a delay. Any other draft is preserved. */
const isPartOf = ({ text, replyTo = '' }: DraftRow, leaving: Leaving): boolean =>
  leaving.body.startsWith(text.trim()) && (!isBlank(text) || replyTo !== '') && ['', leaving.replyTo].includes(replyTo);

/**
 * Stores in the draft, if it is an early state of the message, the mid of that message, before the message is stored. Messages and drafts
 * are in two databases: after a crash between the two writes, the user must not see a sent message as a draft.
 */
export const markDraft = (app: AppDb, leaving: Leaving): Promise<void> =>
  app.transaction('rw', app.drafts, async () => {
    const draft = await app.drafts.get(leaving.tid);
    if (draft && isPartOf(draft, leaving)) await app.drafts.put({ ...draft, sentAs: leaving.mid });
  });

/** Deletes the draft that became this message. A draft that was saved since then has no `sentAs` and stays. */
export const forgetDraft = (app: AppDb, tid: string, mid: string): Promise<void> =>
  app.transaction('rw', app.drafts, async () => {
    if ((await app.drafts.get(tid))?.sentAs === mid) await app.drafts.delete(tid);
  });

/** Deletes drafts whose message was stored but which a crash left behind. */
export async function forgetSentDrafts(app: AppDb, chat: ChatDb): Promise<void> {
  for (const { tid, sentAs } of await app.drafts.toArray()) {
    if (sentAs !== undefined && (await chat.messages.where('mid').equals(sentAs).count()) > 0)
      await forgetDraft(app, tid, sentAs);
  }
}
