import { factsOfPayload, type PreviewFacts } from '#contract/chat/lines.ts';
import { coverOf } from '#contract/chat/sensitive.ts';
import type { MessageRow } from '../schema.ts';

/** Returns the preview facts of a message, for the conversation list and notifications. Covered content is not revealed. */
export function factsOf(row: MessageRow): PreviewFacts {
  const cover = coverOf(row);
  if (cover) return { kind: cover };
  return row.payload ? factsOfPayload(row.payload) : { kind: 'unsupported' };
}
