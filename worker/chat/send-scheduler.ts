import type { OutboxRow } from '../db/schema.ts';

/** Pause of a conversation after the server refused with `wait`, ms. */
const PAUSE_MS = 1_050;
/** After so many consecutive `wait` refusals without an accepted row, all conversations pause: the account itself is limited. */
const REFUSED_IN_A_ROW = 8;

/**
 * Selects the outbox rows to send next and learns from refusals. The order is preserved per conversation; a paused conversation does not
 * block the others.
 */
export type SendScheduler = {
  /** Returns the rows to send now, at most `limit`. */
  pick(rows: readonly OutboxRow[], limit: number): OutboxRow[];
  /**
   * Returns the ms until a paused row may be sent, 0 or less when one may be sent now; undefined when there are no
   * rows to send.
   */
  waitFor(rows: readonly OutboxRow[]): number | undefined;
  /** Records the conversations with accepted rows, which are not paused any more, and those that the server refused with `wait`. */
  onResult(accepted: ReadonlySet<string>, paused: ReadonlySet<string>): void;
};

/** Creates the send scheduler of the outbox. `now`: monotonic clock, ms. */
export function createSendScheduler(now: () => number): SendScheduler {
  /** Paused conversations without an accepted row since, by tid, with the time at which they may be tried again. */
  const pauses = new Map<string, number>();
  let refusedInARow = 0;
  let allPausedUntil = 0;

  const isReady = ({ waitsFor }: OutboxRow) => waitsFor === undefined;

  return {
    pick(rows, limit) {
      const at = now();
      if (at < allPausedUntil) return [];
      const free: OutboxRow[] = [];
      const again: OutboxRow[] = [];
      for (const row of rows) {
        if (!isReady(row)) continue;
        const until = pauses.get(row.tid);
        if (until === undefined) free.push(row);
        else if (until <= at) again.push(row);
        if (free.length === limit) break;
      }
      // Of the paused conversations, the one whose pause ended first is first, so that one that is always refused does not
      // use up the attempts of the others.
      again.sort((a, b) => (pauses.get(a.tid) ?? 0) - (pauses.get(b.tid) ?? 0));
      return [...free, ...again].slice(0, limit);
    },
    waitFor(rows) {
      const waiting = rows.filter(isReady);
      if (waiting.length === 0) return undefined;
      const first = Math.min(...new Set(waiting.map(({ tid }) => pauses.get(tid) ?? 0)));
      return Math.max(first, allPausedUntil) - now();
    },
    onResult(accepted, paused) {
      for (const tid of accepted) pauses.delete(tid);
      for (const tid of paused) pauses.set(tid, now() + PAUSE_MS);
      refusedInARow = accepted.size > 0 ? 0 : refusedInARow + paused.size;
      if (refusedInARow < REFUSED_IN_A_ROW) return;
      refusedInARow = 0;
      allPausedUntil = now() + PAUSE_MS;
    },
  };
}
