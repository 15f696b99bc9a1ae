import { useEffect, useMemo } from 'react';
import { TYPING_REPEATED_MS } from '#contract/chat/rules.ts';
import { declare } from '../../core/core.ts';
import { tabId } from '../../core/tab.ts';

/** Callbacks of the composer: `onKey` for each keystroke, `onStop` when the text was sent or emptied. */
export type TypingNotifier = { onKey(): void; onStop(): void };

/**
 * Turns keystrokes into chat states (XEP-0085): `composing` with the first one, repeated every `TYPING_REPEATED_MS` while typing goes on,
 * and `paused` after that time without a keystroke or on `onStop`.
 */
export function createTypingNotifier(
  tell: (state: 'composing' | 'paused') => void,
  now: () => number = Date.now,
): TypingNotifier {
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

/** Returns callbacks for the composer that send the user's chat state (typing or paused) to the peer. */
export function useTyping(tid: string): TypingNotifier {
  const typing = useMemo(() => createTypingNotifier((state) => declare('setTyping', tabId, tid, state)), [tid]);
  useEffect(() => typing.onStop, [typing]);
  return typing;
}
