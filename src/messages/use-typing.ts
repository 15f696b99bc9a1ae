import { useEffect, useMemo } from 'react';
import { TYPING_REPEATED_MS } from '#contract/chat/rules.ts';
import { core } from '../core/core.ts';
import { tabId } from '../core/tab.ts';

export type TypingTold = { onKey(): void; onStop(): void };

/** Counts the keys of an input: the core is told at the first one, now and then while they go on, and once they have stopped. */
export function createTypingTold(
  tell: (state: 'composing' | 'paused') => void,
  now: () => number = Date.now,
): TypingTold {
  let toldAt: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onStop = () => {
    clearTimeout(timer);
    if (toldAt === undefined) return;
    toldAt = undefined;
    tell('paused');
  };
  return {
    onKey(): void {
      clearTimeout(timer);
      timer = setTimeout(onStop, TYPING_REPEATED_MS);
      if (toldAt !== undefined && now() - toldAt < TYPING_REPEATED_MS) return;
      toldAt = now();
      tell('composing');
    },
    onStop,
  };
}

/** Tells the peer of a conversation that somebody writes in its input. */
export function useTyping(tid: string): TypingTold {
  const typing = useMemo(() => createTypingTold((state) => void core.setTyping(tabId, tid, state)), [tid]);
  useEffect(() => typing.onStop, [typing]);
  return typing;
}
