import type { MessageRow } from '#db/schema.ts';
import { core } from '../core/core.ts';
import { reportFailure } from '../ui/report.ts';

/** Text of an input. `typed` is its current text, not the text when the message was sent. */
export type Box = {
  readonly typed: () => string;
  readonly write: (text: string) => void;
  /** The core has the sent message. */
  readonly onTaken: () => void;
};

/**
 * Sends the text and empties the input. A refused message is put back, above what was typed meanwhile. `said`: what was typed
 * where the text is a translation of it.
 */
export async function sendFromBox(
  tid: string,
  body: string,
  { typed, write, onTaken }: Box,
  said?: MessageRow['said'],
): Promise<void> {
  const sent = said ? core.sendTranslated(tid, body, said) : core.sendText(tid, body);
  write('');
  const result = await sent;
  if (result.ok) return onTaken();
  write(typed() === '' ? body : `${body}\n${typed()}`);
  reportFailure(result);
}
