import { chat } from '../open.ts';
import type { DraftRow } from '../schema.ts';
import { readDraft } from './app.ts';

/** Returns the draft; undefined when the message that it became is stored already (a crash left the draft behind). */
export async function readUnsentDraft(tid: string): Promise<DraftRow | undefined> {
  const kept = await readDraft(tid);
  return kept?.sentAs && (await chat.messages.get({ mid: kept.sentAs })) ? undefined : kept;
}
