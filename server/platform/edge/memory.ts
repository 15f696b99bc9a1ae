import type { Clock } from '../clock.ts';
import { createBoundedMap } from '../limits/bounded-map.ts';

/** How long a refused message holds back the later ones to the same peer. */
export const HOLD_MS = 60_000;
/** Number of accepted ids kept per peer: the most that a client has unacknowledged. */
const REMEMBERED = 64;

/** Number of peers kept per stream; the oldest is dropped first. */
const MAX_PEERS = 500;
/** Number of cut streams that are remembered; the oldest is dropped first. */
const MAX_MEMORIES = 20_000;

/**
 * State that a stream keeps over a resume: the last stamp, and go-back-N. Once a message to a peer was refused with
 * 'wait', every later one to that peer is refused too, until the first is sent again and accepted. Else the later ones
 * would overtake it.
 */
export type StreamMemory = {
  /** Server time in ms, strictly increasing. */
  stamp(): number;
  /** Whether a message to this peer has to wait for an earlier one. */
  isHeld(peer: number, id: string): boolean;
  refused(peer: number, id: string): void;
  /** Of what was accepted for the first time and then could not be kept: it has passed nowhere, and is held like others. */
  withdrawn(peer: number, id: string): void;
  /** Returns whether this is the first time. */
  accepted(peer: number, id: string): boolean;
};

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
      // A message that was accepted before is sent again because its answer was lost: it is older than the hold, and
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

export type StreamMemories = {
  keep(key: string, memory: StreamMemory): void;
  find(key: string): StreamMemory | undefined;
};

/** Keeps the memories of cut streams by their resumption id, until they are resumed or too old to matter. */
export function streamMemories(clock: Clock): StreamMemories {
  const kept = createBoundedMap<string, StreamMemory>({ max: MAX_MEMORIES, lifetime: { ms: HOLD_MS, clock } });
  return {
    keep: (key, memory) => void kept.set(key, memory),
    find: (key) => kept.get(key),
  };
}
