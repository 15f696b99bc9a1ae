import { LOOKED_AT_WITHIN_MS } from '../../../contract/away/rules.ts';
import type { Clock } from '../clock.ts';

/** Whether a stream is looked at: its last word was `<active/>`, and it is not silent. */
export type Look = {
  /** A frame came, whatever it is. */
  frame(): void;
  said(active: boolean): void;
  /** Notices silence. */
  check(): void;
};

/** Calls `changed` with each change; a stream is not looked at before it says so. */
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
