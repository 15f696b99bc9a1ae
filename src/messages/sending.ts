import type { SimpleDraft } from '#contract/chat/drafts.ts';
import { userActions } from '../core/core.ts';
import { reportFailure } from '../ui/feedback/report.ts';

/** The text input from which `sendFromBox` sends. `typed` returns its current text, which may have changed since the send. */
export type Box = {
  readonly typed: () => string;
  readonly write: (text: string) => void;
};

/** Original text and language of a message that the user sends as a translation. */
export type OriginalText = NonNullable<Extract<SimpleDraft, { readonly kind: 'text' }>['said']>;

/**
 * Sends the text of an input and empties it; resolves to whether the core accepted the message. A rejected text is put back, above what
 * was typed meanwhile. `original`: the text that the user typed, if `body` is its translation. `replyTo`: stanza id of the message that it
 * replies to.
 */
export async function sendFromBox(
  tid: string,
  body: string,
  { typed, write }: Box,
  { original, replyTo = '' }: { readonly original?: OriginalText | undefined; readonly replyTo?: string } = {},
): Promise<boolean> {
  const sent = userActions.send(tid, { kind: 'text', body, ...(original && { said: original }) }, replyTo);
  write('');
  const result = await sent;
  if (result.ok) return true;
  write(typed() === '' ? body : `${body}\n${typed()}`);
  reportFailure(result);
  return false;
}
