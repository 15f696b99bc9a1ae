import { useCallback, useEffect, useState } from 'react';
import { readState } from '#db/reads/app.ts';
import { core } from '../core/core.ts';

/** A picture that did not come: the host has it no longer, or it may come later. */
export type Missing = 'gone' | 'later';

/** Without a network event, a picture that did not come is asked for again after this time. */
const AGAIN_AFTER_MS = 30_000;
const told = new Set<string>();

/** Tells the core once that a file of a message is gone: what was paid for it is given back. */
function tellGone(mid: string): void {
  if (told.has(mid)) return;
  told.add(mid);
  void core.mediaGone(mid);
}

/** Asks the host why a file did not come. To a device without the cookie of private media it says 404 of all: that means nothing. */
export async function whyMissing(src: string, hasPass: boolean): Promise<Missing> {
  const status = await fetch(src, { method: 'HEAD' }).then(
    (response) => response.status,
    () => 0,
  );
  return status === 410 || (status === 404 && hasPass) ? 'gone' : 'later';
}

/** What an image is drawn as that did not come. One that may come later is asked for again, at the latest with a network. */
export function useMissing(mid: string, src: string) {
  const [missing, setMissing] = useState<Missing>();
  const onError = useCallback(async () => {
    const why = await whyMissing(src, (await readState('pass')) !== undefined);
    if (why === 'gone') tellGone(mid);
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
