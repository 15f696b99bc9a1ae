import { EDGE_TURN_FRAMES, EDGE_TURN_MS } from './bounds.ts';
import type { Holder } from './hold.ts';

/**
 * Lets the frames of a stream through in turns. A burst that stands in the XMPP server's queue at once would make
 * everybody else wait behind it; so it waits here, and in the client's own socket.
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
