import { core } from '../core/core.ts';
import { reportFailure } from '../ui/report.ts';

/** The text of a box to write in. `typed` is what stands there now, not when the message was sent. */
export type Box = {
  readonly typed: () => string;
  readonly write: (text: string) => void;
  /** The core has what was sent. */
  readonly onTaken: () => void;
};

/** Sends what was written and empties the box. A refused message goes back in, above what was typed meanwhile. */
export async function sendFromBox(tid: string, body: string, { typed, write, onTaken }: Box): Promise<void> {
  const sent = core.sendText(tid, body);
  write('');
  const result = await sent;
  if (result.ok) return onTaken();
  write(typed() === '' ? body : `${body}\n${typed()}`);
  reportFailure(result);
}
