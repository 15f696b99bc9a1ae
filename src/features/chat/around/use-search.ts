import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isBlank } from '#contract/text/visible-text.ts';
import { countMessages, searchMessages } from '#db/reads/search.ts';
import type { MessageRow } from '#db/schema.ts';

/** Hits that are shown before the search waits for the user to ask for more. */
const SHOWN = 100;

/** A search that runs: its hits, newest first, and how far it is. */
type Found = {
  readonly hits: readonly MessageRow[];
  /** `full`: it waits until the user asks for more. */
  readonly state: 'idle' | 'running' | 'full' | 'done';
  /** Share of the stored messages that were read, 0 to 1; always 0 if only one conversation is searched. */
  readonly read: number;
};
const NOTHING: Found = { hits: [], state: 'idle', read: 0 };

/**
 * Searches the messages of a conversation, or of all (`tid` undefined), for `words`. A change of `words` aborts the
 * search that runs. `isListed`: whether the hits of a conversation are shown.
 */
export function useSearch(tid: string | undefined, words: string, isListed: (tid: string) => boolean) {
  const [found, setFound] = useState(NOTHING);
  const goOn = useRef<(() => void) | undefined>(undefined);
  const isShown = useEffectEvent((row: MessageRow) => isListed(row.tid));
  useEffect(() => {
    setFound(NOTHING);
    if (isBlank(words)) return;
    const search = new AbortController();
    const { signal } = search;
    let most = SHOWN;
    let hits: readonly MessageRow[] = [];
    async function run(): Promise<void> {
      const all = tid === undefined ? await countMessages() : 0;
      await searchMessages(
        tid,
        words,
        async (more, count) => {
          hits = [...hits, ...more.filter(isShown)];
          const isFull = hits.length >= most;
          setFound({ hits, state: isFull ? 'full' : 'running', read: all === 0 ? 0 : Math.min(1, count / all) });
          if (!isFull) return;
          most = hits.length + SHOWN;
          await new Promise<void>((resolve) => {
            goOn.current = resolve;
            signal.addEventListener('abort', () => resolve());
          });
          setFound((before) => ({ ...before, state: 'running' }));
        },
        signal,
      );
    }
    run()
      .catch((error: unknown) => console.warn('failed to search messages', error))
      .finally(() => signal.aborted || setFound((before) => ({ ...before, state: 'done' })));
    return () => search.abort();
  }, [tid, words]);
  return { ...found, more: () => goOn.current?.() };
}
