import type { SimpleDraft } from '#contract/chat/drafts.ts';
import { userActions } from '../core/core.ts';
import { reportFailure } from '../ui/report.ts';

/** Text of an input. `typed` is its current text, not the text when the message was sent. */
export type Box = {
  readonly typed: () => string;
  readonly write: (text: string) => void;
  /** The core has the sent message. */
  readonly onTaken: () => void;
};

/** What was typed where the text is a translation of it. */
export type Said = NonNullable<Extract<SimpleDraft, { readonly kind: 'text' }>['said']>;

/**
 * Sends the text and empties the input; returns whether the core has it. A refused message is put back, above what was typed meanwhile. `replyTo`: the stanza id
 * of the message that it replies to.
 */
export async function sendFromBox(
  tid: string,
  body: string,
  { typed, write, onTaken }: Box,
  { said, replyTo = '' }: { readonly said?: Said | undefined; readonly replyTo?: string } = {},
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
