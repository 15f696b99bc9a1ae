import { CLIPS_IN_WORK, CLIPS_IN_WORK_PER_ACCOUNT } from '../../../../contract/media/rules.ts';
import { fail, type Result } from '../../../../contract/result.ts';
import { createSemaphore } from '../turns.ts';

/** Time after which a refused client may retry: about the time that one clip takes. */
const RETRY_MS = 30_000;

/**
 * Runs `work` as soon as no other clip is processed in this process. Fails with `rate-limited` when too many clips, of the account or of
 * all, wait or are processed, and with `upload-unreadable` when the uploader has disconnected (`gone`) before its turn.
 */
export type ClipLane = <T>(uid: number, gone: AbortSignal, work: () => Promise<Result<T>>) => Promise<Result<T>>;

/**
 * Creates the queue of clips, one per process, which processes one at a time, because each occupies a core for up to a minute. The
 * number of clips that wait or are processed is limited per account and in total; a clip whose uploader has disconnected is skipped.
 */
export function openClipLane(): ClipLane {
  const turn = createSemaphore(1);
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
