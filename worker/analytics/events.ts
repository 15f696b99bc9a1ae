import { QUEUED_EVENTS_MAX, WRITTEN_EVERY_MS } from '#contract/analytics/rules.ts';
import type { EventItem } from '#contract/analytics/wire.ts';
import { createSerialQueue } from '#contract/serial-queue.ts';
import type { Schedule } from '../base/drain.ts';
import type { EventRow, MeasureDb } from './database.ts';

/** The persistent queue of analytics events. */
export type Events = {
  /** Buffers an event in memory; buffered events are written together after WRITTEN_EVERY_MS. */
  add(item: EventItem): void;
  /** Writes the buffered events; resolves when they are committed. */
  write(): Promise<void>;
  oldest(atMost: number): Promise<readonly EventRow[]>;
  count(): Promise<number>;
  /** Removes events that were sent, or with `refused` those that the collector rejected permanently. */
  remove(rows: readonly EventRow[], refused?: boolean): Promise<void>;
  /** Discards the buffered events. */
  drop(): void;
};

/** Creates the event queue. At most QUEUED_EVENTS_MAX events wait: newer ones replace the oldest, which are counted as dropped. */
export function createEvents(db: MeasureDb, later: Schedule, onWritten: (waiting: number) => void): Events {
  let inMemory: EventItem[] = [];
  let cancel: (() => void) | undefined;
  const queue = createSerialQueue();

  /** Counts dropped events, inside the transaction that dropped them. */
  async function count(counter: 'full' | 'refused', n: number): Promise<void> {
    if (n === 0) return;
    const row = await db.meta.get('dropped');
    const { full, refused } = row?.key === 'dropped' ? row : { full: 0, refused: 0 };
    const counted = { key: 'dropped', full, refused } as const;
    await db.meta.put({ ...counted, [counter]: counted[counter] + n });
  }

  async function writeNow(): Promise<void> {
    cancel?.();
    cancel = undefined;
    const items = inMemory;
    if (items.length === 0) return;
    inMemory = [];
    const waiting = await db.transaction('rw', db.events, db.meta, async () => {
      const newest = items.slice(-QUEUED_EVENTS_MAX);
      await db.events.bulkAdd(newest.map((item) => ({ item })));
      const tooMany = Math.max(0, (await db.events.count()) - QUEUED_EVENTS_MAX);
      const oldest = await db.events.orderBy('id').limit(tooMany).primaryKeys();
      await db.events.bulkDelete(oldest);
      await count('full', tooMany + items.length - newest.length);
      return db.events.count();
    });
    onWritten(waiting);
  }

  const write = () => queue.add(writeNow);

  return {
    add(item) {
      inMemory.push(item);
      cancel ??= later(WRITTEN_EVERY_MS, () => void write().catch(() => {}));
    },
    write,
    oldest: (atMost) => db.events.orderBy('id').limit(atMost).toArray(),
    count: () => db.events.count(),
    remove: (rows, refused = false) =>
      db.transaction('rw', db.events, db.meta, async () => {
        await db.events.bulkDelete(rows.flatMap(({ id }) => id ?? []));
        if (refused) await count('refused', rows.length);
      }),
    drop() {
      cancel?.();
      cancel = undefined;
      inMemory = [];
    },
  };
}
