import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { readUnsentDraft } from '#db/reads/drafts.ts';
import { retryRead } from '#db/reads/live-query.ts';
import { core } from '../core/core.ts';
import { createDraftSaver, type Draft, EMPTY_DRAFT } from './draft-saver.ts';
import type { SpokenText } from './sending.ts';

/**
 * Returns the draft of a conversation and the functions that change it, for the composer. It is stored after a pause in typing,
 * on `pagehide` and on unmount, so that it survives a reload or crash.
 */
export function useDraft(tid: string) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const touched = useRef(false);
  const { adopt, change, flush, whileSending } = useMemo(
    () => createDraftSaver(({ text, replyTo, said = null }) => void core.saveDraft(tid, text, replyTo, said)),
    [tid],
  );

  const write = useCallback(
    (part: Partial<Draft>) => {
      touched.current = true;
      setDraft(change(part));
    },
    [change],
  );
  const writeText = useCallback((text: string) => write({ text }), [write]);
  const replyTo = useCallback((stanzaId: string) => write({ replyTo: stanzaId }), [write]);
  const say = useCallback((said: SpokenText | undefined) => write({ said }), [write]);

  useEffect(() => {
    let here = true;
    void retryRead(() => readUnsentDraft(tid)).then((saved) => {
      if (!here || touched.current || !saved) return;
      setDraft(adopt({ text: saved.text, replyTo: saved.replyTo ?? '', said: saved.said }));
    });
    addEventListener('pagehide', flush);
    return () => {
      here = false;
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [tid, adopt, flush]);

  return { ...draft, write: writeText, say, reply: replyTo, flush, whileSending };
}
