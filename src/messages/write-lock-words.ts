import type { CoreApi } from '#contract/core.ts';
import type { MessageRow } from '#db/schema.ts';

export type Lock = Extract<Awaited<ReturnType<CoreApi['writeLock']>>, { readonly ok: true }>['value'];

/** From here on it is said how many are left. */
const FEW_LEFT = 3;
const REASONS = {
  '': undefined,
  violation: 'lock.violation',
  blocked: 'lock.blocked',
  'not-admitted': 'lock.notAdmitted',
} as const;

/** What is said of a lock; undefined where there is nothing to say. */
export function wordsOf({ locked, reason, until, left }: Lock) {
  if (!locked) return left <= FEW_LEFT ? 'lock.left' : undefined;
  if (reason === 'wait-for-reply') return until > 0 ? 'lock.waitUntil' : 'lock.waitForReply';
  return REASONS[reason];
}

/**
 * Names the moment for which the server is asked: another name asks again, undefined never. It is asked as the conversation
 * opens and when a message was refused; as long as something is said, and of hosts who wrote twice, after each message. `to`:
 * who calls may write to hosts as they like, so only a refusal says otherwise.
 */
export function occasionOf(
  rows: readonly MessageRow[],
  lock: Lock | undefined,
  { isHost, to }: { readonly isHost: boolean; readonly to: 'host' | 'other' },
): string | undefined {
  const last = rows.at(-1);
  if (last?.out && last.state === 'error') return `${last.mid} ${last.refusal}`;
  // What it comes to is known once it has gone.
  if (last?.state === 'sending') return undefined;
  if (last && lock && wordsOf(lock)) return last.mid;
  if (!isHost && to === 'host') return undefined;
  return isHost && last?.out && rows.at(-2)?.out ? last.mid : 'opened';
}
