import type { SimpleDraft } from '#contract/chat/drafts.ts';
import { userActions } from '../core/core.ts';
import { reportFailure } from '../ui/feedback/report.ts';

/** A text input. `typed` returns its current text, which may have changed since the message was sent. */
export type Box = {
  readonly typed: () => string;
  readonly write: (text: string) => void;
  /** Called when the worker has accepted the message. */
  readonly onTaken: () => void;
};

/** Original text and language, if the sent text is a translation of it. */
export type SpokenText = NonNullable<Extract<SimpleDraft, { readonly kind: 'text' }>['said']>;

/**
 * Sends the text and empties the input; resolves to whether the worker accepted it. A rejected text is put back into the input, above
 * what was typed in the meantime. `replyTo` is the stanza id of the message that it replies to.
 */
export async function sendFromBox(
  tid: string,
  body: string,
  { typed, write, onTaken }: Box,
  { said, replyTo = '' }: { readonly said?: SpokenText | undefined; readonly replyTo?: string } = {},
): Promise<boolean> {
  const sent = userActions.send(tid, { kind: 'text', body, ...(said && { said }) }, replyTo);
  write('');
  const result = await sent;
  if (result.ok) {
    onTaken();
    return true;
  }
  write(typed() === '' ? body : `${body}\n${typed()}`);
  reportFailure(result);
  return false;
}
