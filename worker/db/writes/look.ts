import type { Payload } from '#contract/chat/payload.ts';
import { SENSITIVE_COVERED, SENSITIVE_PORN } from '#contract/chat/rules.ts';
import type { MessageLook } from '#contract/notices/words.ts';
import type { MessageRow } from '../schema.ts';

const PREVIEW_CHARS = 160;

/** Returns how a message may be shown (product 5.4). The user's own messages are not covered. */
export function lookOf(row: MessageRow): MessageLook {
  if ((row.sensitiveInfo & SENSITIVE_PORN) !== 0) return 'removed';
  if (!row.payload) return 'unsupported';
  if (row.payload.kind === 'call') return 'call';
  return !row.out && (row.sensitiveInfo & SENSITIVE_COVERED) !== 0 ? 'covered' : 'plain';
}

/** Returns the line under the name in the list of conversations. */
export function previewOf(payload: Payload | undefined): string {
  return payload?.kind === 'text' ? payload.body.slice(0, PREVIEW_CHARS) : '';
}
