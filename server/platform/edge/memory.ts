import type { Clock } from '../clock.ts';
import { createBoundedMap } from '../limits/bounded-map.ts';

/**
 * How long a message refused with 'wait' blocks later ones of its stream to the same peer, and how long a disconnected stream's state is
 * retained.
 */
export const HOLD_MS = 60_000;
/** Number of accepted ids stored per peer: the maximum that a client has unacknowledged. */
const REMEMBERED = 64;

/** Maximum number of peers tracked per stream; the oldest is dropped first. */
const MAX_PEERS = 500;
/** Maximum number of disconnected streams whose state is retained; the oldest is dropped first. */
const MAX_MEMORIES = 20_000;

/**
 * State of a stream that survives a resume: the last timestamp, and go-back-N. After a message to a peer is refused with 'wait', every
 * later message to that peer is refused too, until the first one is sent again and accepted. Otherwise the later ones would overtake it.
 */
export type StreamMemory = {
  /** Returns the server time in ms; strictly increasing. */
  stamp(): number;
  /** Returns whether a message to this peer must wait for an earlier one. */
  isHeld(peer: number, id: string): boolean;
  /** Records that a message was refused with 'wait': later ones to the peer are refused until it is accepted. */
  refused(peer: number, id: string): void;
  /**
   * Records that a message accepted for the first time could not be archived. It was not forwarded, so it blocks later ones like a
   * refused message.
   */
  withdrawn(peer: number, id: string): void;
  /** Records that a message was accepted. Returns whether it is accepted for the first time. */
  accepted(peer: number, id: string): boolean;
};

/** Creates the go-back-N state of a new stream; a resumed stream continues with its former state. */
export function streamMemory(clock: Clock): StreamMemory {
  const holds = new Map<number, { id: string; until: number }>();
  const passed = new Map<number, Set<string>>();
  let last = 0;
  return {
    stamp() {
      last = Math.max(clock.now(), last + 1);
      return last;
    },
    isHeld(peer, id) {
      const hold = holds.get(peer);
      if (hold && hold.until <= clock.now()) holds.delete(peer);
      // A message that was accepted before is sent again because its answer was lost. It is older than the refused message, and
      // overtakes none.
      if (passed.get(peer)?.has(id)) return false;
      return hold !== undefined && hold.until > clock.now() && hold.id !== id;
    },
    refused(peer, id) {
      const hold = holds.get(peer);
      holds.delete(peer);
      forgetOldest(holds);
      holds.set(peer, { id: hold && hold.until > clock.now() ? hold.id : id, until: clock.now() + HOLD_MS });
    },
    withdrawn(peer, id) {
      passed.get(peer)?.delete(id);
      this.refused(peer, id);
    },
    accepted(peer, id) {
      if (holds.get(peer)?.id === id) holds.delete(peer);
      const ids = passed.get(peer) ?? new Set();
      const isFirst = !ids.delete(id);
      ids.add(id);
      for (const oldest of ids) {
        if (ids.size <= REMEMBERED) break;
        ids.delete(oldest);
      }
      passed.delete(peer);
      forgetOldest(passed);
      passed.set(peer, ids);
      return isFirst;
    },
  };
}

function forgetOldest(map: Map<number, unknown>): void {
  const oldest = map.size >= MAX_PEERS ? map.keys().next() : undefined;
  if (oldest && !oldest.done) map.delete(oldest.value);
}

/** The state of disconnected streams of one edge, by account and resumption id, for a resume. */
export type StreamMemories = {
  keep(key: string, memory: StreamMemory): void;
  find(key: string): StreamMemory | undefined;
};

/** Creates the store that retains the state of disconnected streams by account and resumption id, for `HOLD_MS`. */
export function createStreamMemories(clock: Clock): StreamMemories {
  const memories = createBoundedMap<string, StreamMemory>({ max: MAX_MEMORIES, lifetime: { ms: HOLD_MS, clock } });
  return {
    keep: (key, memory) => void memories.set(key, memory),
    find: (key) => memories.get(key),
  };
}
