import { EDGE_TURN_FRAMES, EDGE_TURN_MS } from './bounds.ts';
import type { Holder } from './session/pausable-reader.ts';

/**
 * Returns a function to call for each frame of a stream, which pauses the stream after `EDGE_TURN_FRAMES` frames until the interval ends.
 * A burst would otherwise fill the XMPP server's queue and delay all other streams; so the rest of it waits in this process and in the
 * client's socket buffer.
 */
export function paceFrames(frames: Holder): () => void {
  let taken = 0;
  let since = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - since >= EDGE_TURN_MS) {
      since = now;
      taken = 0;
    }
    taken += 1;
    if (taken < EDGE_TURN_FRAMES) return;
    frames.hold('pace');
    setTimeout(() => frames.release('pace'), since + EDGE_TURN_MS - now).unref();
  };
}
