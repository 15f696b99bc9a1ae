import { chat } from '../open.ts';
import type { DraftRow } from '../schema.ts';
import { readDraft } from './app.ts';

/** Returns the draft, unless the message that it becomes is stored already: whoever was killed in between has sent it. */
export async function readUnsentDraft(tid: string): Promise<DraftRow | undefined> {
  const kept = await readDraft(tid);
  return kept?.sentAs && (await chat.messages.get({ mid: kept.sentAs })) ? undefined : kept;
}
