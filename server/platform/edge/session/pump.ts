import type { WebSocket } from 'ws';
import type { Holder } from './pausable-reader.ts';

const HIGH_WATER_BYTES = 1_048_576;
const LOW_WATER_BYTES = 262_144;

type Target = Pick<WebSocket, 'OPEN' | 'bufferedAmount'> & {
  readonly readyState: number;
  send(text: string, sent?: () => void): void;
};

/**
 * Returns a function that sends frames to `target`, and pauses `source` when the send buffer of `target` exceeds 1 MiB, until it has fallen
 * to 256 KiB; each stream has one per direction. Without this backpressure a peer that does not read would fill the process's memory.
 */
export function pump(target: Target, source: Holder): (text: string) => void {
  let holding = false;
  const sent = () => {
    if (!holding || target.bufferedAmount > LOW_WATER_BYTES) return;
    holding = false;
    source.release('slow-reader');
  };
  return (text) => {
    if (target.readyState !== target.OPEN) return;
    target.send(text, sent);
    if (!holding && target.bufferedAmount > HIGH_WATER_BYTES) {
      holding = true;
      source.hold('slow-reader');
    }
  };
}
