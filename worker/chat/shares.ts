import type { chatCommands } from '#contract/chat/commands.ts';
import { DRAFT_MAX_CHARS, SHARE_KEPT_MS } from '#contract/chat/rules.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import { fail, ok } from '#contract/result.ts';
import { readSession } from '../base/session-row.ts';
import type { AppDb, ChatDb, DraftRow } from '../db/schema.ts';

type Ports = { readonly app: AppDb; readonly chat: ChatDb };

/** Returns the draft with a text appended on a new line, without its translation original and its link to a message that is being sent. */
export function withWords(draft: DraftRow | undefined, tid: string, words: string): DraftRow {
  const { said: _said, sentAs: _sentAs, ...others } = draft ?? { tid, text: '' };
  return { ...others, text: [others.text, words].filter((part) => part !== '').join('\n') };
}

/**
 * Creates the commands that move the text of content shared by another app (worker/push/shares.ts) into a conversation's draft, or delete
 * that content. They send nothing; a picture stays for the page to attach.
 */
export const createShareCommands = ({
  app,
  chat,
}: Ports): Pick<CommandsOf<typeof chatCommands>, 'takeShare' | 'dropShare'> => ({
  async takeShare(id, tid) {
    if ((await chat.threads.where('tid').equals(tid).count()) === 0) return fail({ code: 'not-found' });
    return app.transaction('rw', [app.shares, app.drafts, app.state], async () => {
      if (!(await readSession(app))) return fail(needLogin);
      const row = await app.shares.get(id);
      if (!row) return fail({ code: 'not-found' } as const);
      const draft = withWords(await app.drafts.get(tid), tid, row.text);
      if (draft.text.length > DRAFT_MAX_CHARS)
        return fail({ code: 'message-too-long', maxChars: DRAFT_MAX_CHARS } as const);
      if (row.text !== '') await app.drafts.put(draft);
      if (row.picture) await app.shares.update(id, { text: '' });
      else await app.shares.delete(id);
      return ok(null);
    });
  },

  async dropShare(id) {
    await app.shares.delete(id);
    return ok(null);
  },
});

/** Deletes shared content for which no conversation was chosen within SHARE_KEPT_MS. */
export const dropOldShares = (app: AppDb, now: number): Promise<number> =>
  app.shares
    .where('at')
    .belowOrEqual(now - SHARE_KEPT_MS)
    .delete();
