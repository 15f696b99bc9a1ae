import { CLIPS_IN_WORK, CLIPS_IN_WORK_PER_ACCOUNT } from '../../../../contract/media/rules.ts';
import { fail, type Result } from '../../../../contract/result.ts';
import { takeTurns } from '../turns.ts';

/** About as long as one clip takes. */
const RETRY_MS = 30_000;

export type ClipLane = <T>(uid: number, gone: AbortSignal, work: () => Promise<Result<T>>) => Promise<Result<T>>;

/**
 * The one lane for clips, each of which keeps a core busy for up to a minute. The number of waiting clips is bounded for
 * one
 * account and in all; a clip whose sender has disconnected is skipped.
 */
export function openClipLane(): ClipLane {
  const turn = takeTurns(1);
  const ofAccount = new Map<number, number>();
  let all = 0;

  return async <T>(uid: number, gone: AbortSignal, work: () => Promise<Result<T>>): Promise<Result<T>> => {
    const own = ofAccount.get(uid) ?? 0;
    if (all >= CLIPS_IN_WORK || own >= CLIPS_IN_WORK_PER_ACCOUNT)
      return fail({ code: 'rate-limited', retryAfterMs: RETRY_MS });
    all += 1;
    ofAccount.set(uid, own + 1);
    try {
      return await turn(async () => (gone.aborted ? fail({ code: 'upload-unreadable' }) : work()));
    } finally {
      all -= 1;
      const left = (ofAccount.get(uid) ?? 1) - 1;
      if (left > 0) ofAccount.set(uid, left);
      else ofAccount.delete(uid);
    }
  };
}
