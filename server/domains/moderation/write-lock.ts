import type { Output } from '../../../contract/api/endpoint.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { UNANSWERED_MAX_HOST_PER_DAY } from '../../../contract/people/rules.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { RefusalReason } from '../../platform/edge/refusal.ts';
import { refusedToWrite, waitsForReply } from '../../platform/edge/rules/admission.ts';
import { loadSenderPolicy } from '../people/policy.ts';
import { repliesLeft } from './replies.ts';

/** Whether an account may write to another one, and if not, why and until when: the answer of the endpoint `sendMsgLock`. */
export type WriteLock = Output<Endpoints['sendMsgLock']>;

const REASONS: { readonly [R in RefusalReason]?: WriteLock['reason'] } = {
  locked: 'violation',
  blocked: 'blocked',
  'not-admitted': 'not-admitted',
  'wait-for-reply': 'wait-for-reply',
};

/**
 * Answers `sendMsgLock`, which a client asks when it opens a conversation: whether the edge would accept a message, by the same rule. For
 * a peer who blocked the user it answers `not-found`. `counts`: unanswered messages are limited.
 */
export async function writeLockOf(
  db: Queries,
  uid: number,
  peer: number,
  { clock, counts }: { readonly clock: Clock; readonly counts: boolean },
): Promise<Result<WriteLock>> {
  const policies = new Map([
    [uid, (await loadSenderPolicy(db, uid)) ?? null],
    [peer, (await loadSenderPolicy(db, peer)) ?? null],
  ]);
  const writer = { uid, clock, policies };
  const replies =
    counts && waitsForReply(writer, peer) ? await repliesLeft(db, { from: uid, to: peer, mid: '' }) : FREE;
  const refused = refusedToWrite(writer, peer, replies.left);
  const left = Math.min(replies.left, UNANSWERED_MAX_HOST_PER_DAY);
  // An account without a known age may type; it is asked for its age when it sends.
  if (!refused || refused.refuse === 'age') return ok({ locked: false, reason: '', until: 0, left });
  const reason = REASONS[refused.refuse];
  if (reason === undefined) return fail({ code: 'not-found' });
  const lockedUntil = policies.get(uid)?.lockedUntil?.getTime() ?? 0;
  return ok({ locked: true, reason, left, until: reason === 'violation' ? lockedUntil : replies.until });
}

const FREE = { left: Number.POSITIVE_INFINITY, until: 0 };
