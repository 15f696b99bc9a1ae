import { useEffect, useEffectEvent } from 'react';
import type { StoryStep } from '#contract/discovery/stories.ts';
import { shownForMs } from './walk.ts';

const stillMotion = '(prefers-reduced-motion: reduce)';

/**
 * Advances a story from a step without a clip after its reading time. The time stops while a pointer is held down or the page is hidden,
 * and then starts again from zero. Users who prefer reduced motion advance themselves. `next`: the following step; undefined when there is
 * none, or when the step waits for an answer.
 */
export function useAutoAdvance(
  step: StoryStep | undefined,
  next: number | undefined,
  onAdvance: (to: number) => void,
): void {
  const advance = useEffectEvent(onAdvance);
  const at = step?.step;
  const wait = step && shownForMs(step, next !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own time
  useEffect(() => {
    if (wait === undefined || next === undefined || matchMedia(stillMotion).matches) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const start = () => {
      stop();
      if (document.visibilityState === 'visible') timer = setTimeout(() => advance(next), wait);
    };
    const follow = { pointerdown: stop, pointerup: start, pointercancel: start, visibilitychange: start };
    for (const [name, listener] of Object.entries(follow)) document.addEventListener(name, listener);
    start();
    return () => {
      stop();
      for (const [name, listener] of Object.entries(follow)) document.removeEventListener(name, listener);
    };
  }, [at, wait, next]);
}
