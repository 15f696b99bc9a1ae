import { VISIBLE_WITHIN_MS } from '../../../../contract/push/rules.ts';
import type { Clock } from '../../clock.ts';

/**
 * Tracks whether a client's stream is active: its last client state is `<active/>` (XEP-0352), and it has sent a frame within
 * `VISIBLE_WITHIN_MS`.
 */
export type ClientActivity = {
  /** Records that a frame arrived. */
  frame(): void;
  /** Records the client state that the client sent: whether it is active. */
  said(active: boolean): void;
  /** Detects that the stream became silent; called at each interval. */
  check(): void;
};

/** Creates the `ClientActivity` of a stream, which calls `changed` on each change. A stream is inactive until its first `<active/>`. */
export function watchClientActivity(clock: Clock, changed: (active: boolean) => void): ClientActivity {
  let word = false;
  let lastFrameAt = clock.now();
  let isActive = false;
  function check(): void {
    const now = word && clock.now() - lastFrameAt <= VISIBLE_WITHIN_MS;
    if (now === isActive) return;
    isActive = now;
    changed(now);
  }
  return {
    frame() {
      lastFrameAt = clock.now();
      if (word && !isActive) check();
    },
    said(active) {
      word = active;
      check();
    },
    check,
  };
}
