import { setTimeout as wait } from 'node:timers/promises';

/** Maximum number of items that one statement writes. */
const MAX_AT_ONCE = 500;
/** Time after which a write to the database counts as failed; its items are rejected, and senders are asked to retry. */
const PATIENCE_MS = 10_000;

type PendingItem<Item, Outcome> = {
  readonly item: Item;
  readonly done: (outcome: Outcome) => void;
  readonly failed: (error: unknown) => void;
};

/**
 * Thrown by a batch's `write` when one of the items is invalid and would be rejected again; `batchWrites` then writes the items one by
 * one.
 */
export class ItemRefused extends Error {}

/**
 * Creates a function that groups single writes into batches (group commit), for the archive and the push queue: items that arrive during
 * a write wait for the next one. When a write fails, the waiting items fail too, because they would overtake those that are retried.
 * `everyMs`: the minimum interval between the starts of two writes.
 */
export function batchWrites<Item, Outcome>(
  write: (items: readonly Item[]) => Promise<readonly Outcome[]>,
  { max = MAX_AT_ONCE, patienceMs = PATIENCE_MS, everyMs = 0 } = {},
): (item: Item) => Promise<Outcome> {
  const waiting: PendingItem<Item, Outcome>[] = [];
  let working = false;
  let nextAt = 0;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const early = nextAt - performance.now();
      if (early > 0) await wait(early);
      nextAt = performance.now() + everyMs;
      const batch = waiting.splice(0, max);
      try {
        settle(batch, await inTime(write(batch.map(({ item }) => item)), patienceMs));
      } catch (error) {
        if (error instanceof ItemRefused) await oneByOne(batch);
        else fail([...batch, ...waiting.splice(0)], error);
      }
    }
    working = false;
  }

  async function oneByOne(batch: PendingItem<Item, Outcome>[]): Promise<void> {
    for (const [at, entry] of batch.entries()) {
      try {
        settle([entry], await inTime(write([entry.item]), patienceMs));
      } catch (error) {
        if (error instanceof ItemRefused) entry.failed(error);
        else return fail([...batch.slice(at), ...waiting.splice(0)], error);
      }
    }
  }

  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      if (working) return;
      working = true;
      // Starts after the pending I/O callbacks, so that items of other sockets join the batch.
      setImmediate(() => void work());
    });
}

function settle<Item, Outcome>(batch: readonly PendingItem<Item, Outcome>[], outcomes: readonly Outcome[]): void {
  for (const [at, { done, failed }] of batch.entries()) {
    const outcome = outcomes[at];
    if (outcome === undefined) failed(new Error('no outcome'));
    else done(outcome);
  }
}

function fail<Item, Outcome>(batch: readonly PendingItem<Item, Outcome>[], error: unknown): void {
  for (const { failed } of batch) failed(error);
}

function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
