import { chat } from '../open.ts';
import type { DraftRow } from '../schema.ts';
import { readDraft } from './app.ts';

/** Returns the draft; undefined when the message that it became is stored already (a crash left the draft behind). */
export async function readUnsentDraft(tid: string): Promise<DraftRow | undefined> {
  const draft = await readDraft(tid);
  return draft?.sentAs && (await chat.messages.get({ mid: draft.sentAs })) ? undefined : draft;
}
