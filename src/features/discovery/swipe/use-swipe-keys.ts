import { useEffect, useLayoutEffect, useRef } from 'react';
import { pressedKey } from '../../../ui/keys.ts';
import { isCovered } from '../../../ui/overlay.ts';

type Acts = {
  readonly onSkip: () => void;
  readonly onLike: () => void;
  readonly onMessage: () => void;
  readonly onUndo: () => void;
};

const ACTS: Readonly<Record<string, keyof Acts>> = {
  ArrowLeft: 'onSkip',
  ArrowRight: 'onLike',
  ArrowUp: 'onMessage',
  z: 'onUndo',
  Z: 'onUndo',
  Backspace: 'onUndo',
};

/**
 * Keyboard shortcuts of the swipe feed: left skips, right likes, up opens the conversation, Z and Backspace undo. Ignored while the user
 * types or a dialog is open.
 */
export function useSwipeKeys(acts: Acts): void {
  const latest = useRef(acts);
  // Updated before the card is painted: a key must act on the card that is seen.
  useLayoutEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = ACTS[pressedKey(event)];
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, nav');
      if (!act || typing || isCovered() || event.defaultPrevented || event.altKey || event.shiftKey) return;
      // Ctrl+Z and Cmd+Z undo as well; other key combinations belong to the browser.
      if ((event.ctrlKey || event.metaKey) && act !== 'onUndo') return;
      event.preventDefault();
      latest.current[act]();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
