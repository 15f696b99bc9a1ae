import { LOOKED_AT_WITHIN_MS } from '../../../../contract/push/rules.ts';
import type { Clock } from '../../clock.ts';

/**
 * Tracks whether a stream is active: its last client state is `<active/>` (XEP-0352), and it has sent a frame within
 * `LOOKED_AT_WITHIN_MS`.
 */
export type Look = {
  /** Records that a frame arrived. */
  frame(): void;
  /** Records the client state. */
  said(active: boolean): void;
  /** Detects that the stream became silent; called at each interval. */
  check(): void;
};

/** Calls `changed` on each change of activity. A stream is inactive until its first `<active/>`. */
export function watchLook(clock: Clock, changed: (active: boolean) => void): Look {
  let word = false;
  let lastFrameAt = clock.now();
  let told = false;
  function check(): void {
    const now = word && clock.now() - lastFrameAt <= LOOKED_AT_WITHIN_MS;
    if (now === told) return;
    told = now;
    changed(now);
  }
  return {
    frame() {
      lastFrameAt = clock.now();
      if (word && !told) check();
    },
    said(active) {
      word = active;
      check();
    },
    check,
  };
}
