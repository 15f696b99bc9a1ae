import type { Clock } from '../clock.ts';

/** How long a refused message holds back the later ones to the same peer. */
export const HOLD_MS = 60_000;
/** Number of accepted ids kept per peer: the most that a client has unacknowledged. */
const REMEMBERED = 64;

/** Number of peers kept per stream; the oldest is dropped first. */
const MAX_PEERS = 500;

/**
 * State that a stream keeps over a resume: the last stamp, and go-back-N. Once a message to a peer was refused with
 * 'wait', every later one to that peer is refused too, until the first is sent again and accepted. Else the later ones
 * would overtake it.
 */
export type StreamMemory = ReturnType<typeof streamMemory>;

export function streamMemory(clock: Clock) {
  const holds = new Map<number, { id: string; until: number }>();
  const passed = new Map<number, Set<string>>();
  let last = 0;
  return {
    /** Server time in ms, strictly increasing. */
    stamp(): number {
      last = Math.max(clock.now(), last + 1);
      return last;
    },
    /** Whether a message to this peer has to wait for an earlier one. */
    isHeld(peer: number, id: string): boolean {
      const hold = holds.get(peer);
      if (hold && hold.until <= clock.now()) holds.delete(peer);
      // A message that was accepted before is sent again because its answer was lost: it is older than the hold, and
      // overtakes none.
      if (passed.get(peer)?.has(id)) return false;
      return hold !== undefined && hold.until > clock.now() && hold.id !== id;
    },
    refused(peer: number, id: string): void {
      const hold = holds.get(peer);
      holds.delete(peer);
      forgetOldest(holds);
      holds.set(peer, { id: hold && hold.until > clock.now() ? hold.id : id, until: clock.now() + HOLD_MS });
    },
    /** Undoes `accepted` for a message that could not be archived: it was not forwarded, and is held like others. */
    withdrawn(peer: number, id: string): void {
      passed.get(peer)?.delete(id);
      this.refused(peer, id);
    },
    /** Records an accepted id. Returns whether it is new. */
    accepted(peer: number, id: string): boolean {
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

/** Keeps the memories of cut streams by their resumption id, until they are resumed or too old to matter. */
export function streamMemories(clock: Clock) {
  const kept = new Map<string, { memory: StreamMemory; until: number }>();
  return {
    keep(key: string, memory: StreamMemory): void {
      for (const [other, { until }] of kept) {
        if (until > clock.now()) break;
        kept.delete(other);
      }
      kept.delete(key);
      kept.set(key, { memory, until: clock.now() + HOLD_MS });
    },
    find: (key: string): StreamMemory | undefined => kept.get(key)?.memory,
  };
}
