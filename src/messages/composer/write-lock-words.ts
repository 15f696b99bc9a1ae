import type { CoreApi } from '#contract/core.ts';
import type { MessageRow } from '#db/schema.ts';

/** Server's answer whether the user may write to a peer, why not and until when, and how many messages are left. */
export type WriteLockAnswer = Extract<Awaited<ReturnType<CoreApi['writeLock']>>, { readonly ok: true }>['value'];

/** Largest number of remaining messages for which a note is shown. */
const FEW_LEFT = 3;
const REASONS = {
  '': undefined,
  violation: 'lock.violation',
  blocked: 'lock.blocked',
  'not-admitted': 'lock.notAdmitted',
} as const;

/**
 * Returns the translation key of the note at the composer about a write lock or the last remaining messages; undefined if there
 * is nothing to show.
 */
export function noteKeyOf({ locked, reason, until, left }: WriteLockAnswer) {
  if (!locked) return left <= FEW_LEFT ? 'lock.left' : undefined;
  if (reason === 'wait-for-reply') return until > 0 ? 'lock.waitUntil' : 'lock.waitForReply';
  return REASONS[reason];
}

/**
 * Key of the occasion on which the server must be asked for the write lock: a changed key asks again, undefined does not ask. It changes
 * when the conversation opens, after a refused message and each message above it, after each message while a note is shown, and after each
 * message of a host from the second in a row on. A user who is no host has no limit towards hosts (`to`), so asks only after a refusal.
 */
export function occasionOf(
  rows: readonly MessageRow[],
  lock: WriteLockAnswer | undefined,
  { isHost, to }: { readonly isHost: boolean; readonly to: 'host' | 'other' },
): string | undefined {
  const last = rows.at(-1);
  // Refused messages are at the end, below an answer that arrives later and may end the lock.
  if (last?.out && last.state === 'error')
    return [last.mid, last.refusal, rows.findLast(isAccepted)?.mid].join(' ').trim();
  // The outcome of the last message is not known yet.
  if (last?.state === 'sending') return undefined;
  if (last && lock && noteKeyOf(lock)) return last.mid;
  if (!isHost && to === 'host') return undefined;
  return isHost && last?.out && rows.at(-2)?.out ? last.mid : 'opened';
}

const isAccepted = ({ out, state }: MessageRow): boolean => !out || state !== 'error';
