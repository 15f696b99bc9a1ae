import { NEWS_EVERY_MS } from '../../../platform/database/bounds.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { batchWrites } from '../../chat/archive/batch-writes.ts';
import { type AwayEvent, enqueuePushes } from './enqueue.ts';

/**
 * Creates the function by which the edges of a process queue events for pushes in batches: the first event immediately, those that arrive
 * meanwhile ten times per second.
 */
export const createPushBatcher = (db: Pick<Queries, 'execute'>): ((event: AwayEvent) => Promise<boolean>) =>
  batchWrites(
    async (events: readonly AwayEvent[]) => {
      await enqueuePushes(db, events);
      return events.map(() => true);
    },
    { everyMs: NEWS_EVERY_MS },
  );
