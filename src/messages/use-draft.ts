import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { readUnsentDraft } from '#db/reads/drafts.ts';
import { core } from '../core/core.ts';
import { reportFailure } from '../ui/feedback/report.ts';
import { createDraftSaver, type Draft, EMPTY_DRAFT } from './draft-saver.ts';
import type { SpokenText } from './sending.ts';

async function save(tid: string, { text, replyTo, said }: Draft): Promise<void> {
  const saved = await core.saveDraft(tid, text, replyTo, said ?? null);
  // Other failures, as after a sign-out, need no message: the text is still in the field.
  if (!saved.ok && saved.error.code === 'message-too-long') reportFailure(saved);
}

/**
 * Returns the draft of a conversation and the functions that change it, for the composer. It is stored after a pause in typing,
 * on `pagehide` and on unmount, so that it survives a reload or crash. It follows its row: a second composer of the conversation, in
 * another tab or over a call, shows what was typed and forgets what was sent in the first.
 */
export function useDraft(tid: string) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const { follow, change, flush, whileSending } = useMemo(() => createDraftSaver((latest) => save(tid, latest)), [tid]);

  const write = useCallback((part: Partial<Draft>) => setDraft(change(part)), [change]);
  const writeText = useCallback((text: string) => write({ text }), [write]);
  const replyTo = useCallback((stanzaId: string) => write({ replyTo: stanzaId }), [write]);
  const say = useCallback((said: SpokenText | undefined) => write({ said }), [write]);

  const row = useLiveQuery(async () => (await readUnsentDraft(tid)) ?? null, [tid]);
  useEffect(() => {
    if (row === undefined) return;
    const next = follow(row ? { text: row.text, replyTo: row.replyTo ?? '', said: row.said } : EMPTY_DRAFT);
    if (next) setDraft(next);
  }, [row, follow]);

  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  return { ...draft, write: writeText, say, reply: replyTo, flush, whileSending };
}
