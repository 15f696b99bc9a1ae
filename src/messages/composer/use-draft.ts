import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ErrorCode } from '#contract/result.ts';
import { readUnsentDraft } from '#db/reads/drafts.ts';
import { delay } from '../../../worker/delay.ts';
import { core } from '../../core/core.ts';
import { shownAccount } from '../../core/page-state.ts';
import { useLiveQuery } from '../../data/use-live-query.ts';
import { reportFailure } from '../../ui/feedback/report.ts';
import type { OriginalText } from '../sending.ts';
import { createDraftSaver, type Draft, EMPTY_DRAFT } from './draft-saver.ts';

/** Failures after which a draft is saved again; all others are final, for example after a sign-out. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['storage-full', 'storage-broken', 'core-lost']);
const SAVE_AGAIN_MS = 2_000;

/** Stores a draft. Resolves after a pause to whether it must be stored again: never for another account than the one that typed it. */
async function saveDraft(tid: string, { text, replyTo, original }: Draft): Promise<boolean> {
  const account = shownAccount();
  const result = await core.saveDraft(tid, text, replyTo, original ?? null);
  // Other failures, as after a sign-out, need no message: the text is still in the field.
  if (!result.ok && result.error.code === 'message-too-long') reportFailure(result);
  if (result.ok || !PASSING.has(result.error.code)) return false;
  await delay(SAVE_AGAIN_MS);
  return shownAccount() === account;
}

/**
 * Returns the draft of a conversation and the functions that change it, for the composer. It is stored after a pause in typing,
 * on `pagehide` and on unmount, so that it survives a reload or crash. It follows its row: a second composer of the conversation, in
 * another tab or over a call, shows what was typed and forgets what was sent in the first.
 */
export function useDraft(tid: string) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const { follow, change, flush, whileSending } = useMemo(
    () => createDraftSaver((latest) => saveDraft(tid, latest)),
    [tid],
  );

  const write = useCallback((part: Partial<Draft>) => setDraft(change(part)), [change]);
  const writeText = useCallback((text: string) => write({ text }), [write]);
  const replyTo = useCallback((stanzaId: string) => write({ replyTo: stanzaId }), [write]);
  const setOriginal = useCallback((original: OriginalText | undefined) => write({ original }), [write]);

  const row = useLiveQuery(async () => (await readUnsentDraft(tid)) ?? null, [tid]);
  useEffect(() => {
    if (row === undefined) return;
    const next = follow(row ? { text: row.text, replyTo: row.replyTo ?? '', original: row.said } : EMPTY_DRAFT);
    if (next) setDraft(next);
  }, [row, follow]);

  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  return { ...draft, write: writeText, setOriginal, reply: replyTo, flush, whileSending };
}
