import { useCallback, useEffect, useRef, useState } from 'react';
import { readUnsentDraft } from '#db/reads/drafts.ts';
import { core } from '../core/core.ts';
import type { SpokenText } from './sending.ts';

const SAVE_AFTER_MS = 400;

/**
 * `replyTo`: stanza id of the message that is replied to, or empty. `said`: the original, if the text is a translation of it.
 */
type Draft = { readonly text: string; readonly replyTo: string; readonly said: SpokenText | undefined };
const EMPTY: Draft = { text: '', replyTo: '', said: undefined };

/**
 * Returns the draft of a conversation and the functions that change it, for the composer. It is stored after a pause in typing,
 * on `pagehide` and on unmount, so that it survives a reload or crash.
 */
export function useDraft(tid: string) {
  const [draft, setDraft] = useState(EMPTY);
  const latest = useRef(EMPTY);
  const touched = useRef(false);
  const unsaved = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (!unsaved.current) return;
    unsaved.current = false;
    const { text, replyTo, said = null } = latest.current;
    void core.saveDraft(tid, text, replyTo, said);
  }, [tid]);

  const change = useCallback(
    (part: Partial<Draft>) => {
      touched.current = unsaved.current = true;
      latest.current = { ...latest.current, ...part };
      setDraft(latest.current);
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, SAVE_AFTER_MS);
    },
    [flush],
  );
  const write = useCallback((text: string) => change({ text }), [change]);
  const replyTo = useCallback((stanzaId: string) => change({ replyTo: stanzaId }), [change]);
  const say = useCallback((said: SpokenText | undefined) => change({ said }), [change]);

  useEffect(() => {
    let here = true;
    void readUnsentDraft(tid).then((saved) => {
      if (!here || touched.current || !saved) return;
      latest.current = { text: saved.text, replyTo: saved.replyTo ?? '', said: saved.said };
      setDraft(latest.current);
    });
    addEventListener('pagehide', flush);
    return () => {
      here = false;
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [tid, flush]);

  return { ...draft, write, say, reply: replyTo, flush };
}
