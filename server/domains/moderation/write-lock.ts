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

export type WriteLock = Output<Endpoints['sendMsgLock']>;

const REASONS: { readonly [R in RefusalReason]?: WriteLock['reason'] } = {
  locked: 'violation',
  blocked: 'blocked',
  'not-admitted': 'not-admitted',
  'wait-for-reply': 'wait-for-reply',
};

/**
 * Whether the edge would take a message, by its own rule. Who blocked the caller does not exist for them. `counts`: messages are
 * counted until they are answered.
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
  // Who has not said their age is asked for it as they write.
  if (!refused || refused.refuse === 'age') return ok({ locked: false, reason: '', until: 0, left });
  const reason = REASONS[refused.refuse];
  if (reason === undefined) return fail({ code: 'not-found' });
  const lockedUntil = policies.get(uid)?.lockedUntil?.getTime() ?? 0;
  return ok({ locked: true, reason, left, until: reason === 'violation' ? lockedUntil : replies.until });
}

const FREE = { left: Number.POSITIVE_INFINITY, until: 0 };
