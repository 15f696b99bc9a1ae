import { useCallback, useEffect, useState } from 'react';
import { readFetchAnswer } from '#contract/api/answer.ts';
import { readState } from '#db/reads/app.ts';
import { core } from '../core/core.ts';

/** Why a file of a message failed to load: `gone`, the server has deleted it; `later`, it may become available. */
export type Missing = 'gone' | 'later';

/** Retry interval after a failed load, ms. An `online` event retries earlier. */
const AGAIN_AFTER_MS = 30_000;
const reportedMids = new Set<string>();

/** Reports once per page that a file of a message was deleted, so that a payment for it is refunded. */
function reportGone(mid: string): void {
  if (reportedMids.has(mid)) return;
  reportedMids.add(mid);
  void core.mediaGone(mid);
}

/**
 * Requests a file that failed to load, to find out why. `gone`: our server, which answers in the form of the contract, says 410, or 404
 * although this browser has a media pass (without its cookie private files answer 404). `later`: everything else.
 */
export async function whyMissing(src: string, hasPass: boolean): Promise<Missing> {
  const response = await fetch(src).catch(() => undefined);
  if (!response) return 'later';
  if (response.status !== 410 && !(response.status === 404 && hasPass)) {
    // The file itself is not needed here.
    await response.body?.cancel();
    return 'later';
  }
  const answer = await readFetchAnswer(response).catch(() => undefined);
  return answer ? 'gone' : 'later';
}

/**
 * Returns the error handler of a media element of the message `mid`, and why its file `src` is missing: undefined before a load fails, and
 * while it is retried. `later`: it is retried after 30 s and when the network is back. `gone`: the message is reported to the server once
 * per page, so that a payment is refunded.
 */
export function useMissing(mid: string, src: string) {
  const [missing, setMissing] = useState<Missing>();
  const onError = useCallback(async () => {
    const why = await whyMissing(src, (await readState('pass')) !== undefined);
    if (why === 'gone') reportGone(mid);
    setMissing(why);
  }, [mid, src]);
  useEffect(() => {
    if (missing !== 'later') return;
    const again = () => setMissing(undefined);
    const timer = setTimeout(again, AGAIN_AFTER_MS);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [missing]);
  return { missing, onError: () => void onError() };
}
