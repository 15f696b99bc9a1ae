import { factsOfPayload, type PreviewFacts } from '#contract/chat/lines.ts';
import { coverOf } from '#contract/chat/sensitive.ts';
import type { MessageRow } from '../schema.ts';

/** Returns what the list of conversations and a notification may say of a message: of covered content nothing. */
export function factsOf(row: MessageRow): PreviewFacts {
  const cover = coverOf(row);
  if (cover) return { kind: cover };
  return row.payload ? factsOfPayload(row.payload) : { kind: 'unsupported' };
}
