import { EDGE_TURN_FRAMES, EDGE_TURN_MS } from './bounds.ts';
import type { Holder } from './hold.ts';

/**
 * Reads the frames of a stream in turns. A burst that enters the XMPP server's queue at once would delay everybody, so it
 * waits here and in the client's own socket.
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
