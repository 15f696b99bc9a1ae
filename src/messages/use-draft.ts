import { useCallback, useEffect, useRef, useState } from 'react';
import { readDraft } from '#db/reads/app.ts';
import { core } from '../core/core.ts';

const SAVE_AFTER_MS = 400;

/** Draft of a conversation: kept when the page is left, reloaded or crashes. */
export function useDraft(tid: string) {
  const [text, setText] = useState('');
  const touched = useRef(false);
  const unsaved = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (unsaved.current === undefined) return;
    void core.saveDraft(tid, unsaved.current);
    unsaved.current = undefined;
  }, [tid]);

  const write = useCallback(
    (next: string) => {
      touched.current = true;
      unsaved.current = next;
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, SAVE_AFTER_MS);
    },
    [flush],
  );

  useEffect(() => {
    let here = true;
    void readDraft(tid).then((saved) => {
      if (here && !touched.current && saved) setText(saved);
    });
    addEventListener('pagehide', flush);
    return () => {
      here = false;
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [tid, flush]);

  return { text, write, flush };
}
