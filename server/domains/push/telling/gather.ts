import { NEWS_EVERY_MS } from '../../../platform/database/bounds.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { gatherWrites } from '../../chat/archive/gather.ts';
import { type AwayEvent, tellAway } from './tell.ts';

/** Tells of the events of this process in as few statements: the first at once, all that come meanwhile ten times a second. */
export const gatherTelling = (db: Pick<Queries, 'execute'>): ((event: AwayEvent) => Promise<boolean>) =>
  gatherWrites(
    async (events: readonly AwayEvent[]) => {
      await tellAway(db, events);
      return events.map(() => true);
    },
    { everyMs: NEWS_EVERY_MS },
  );
