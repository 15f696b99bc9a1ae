import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import type { KindFactsPort } from '../edge/ports.ts';
import { countedToday } from './daily.ts';

/**
 * The facts by which the edge completes kinds of messages. It knows no files of messages and no gifts: a kind that names one is
 * refused as naming something that is not there.
 */
export const kindFactsOf = (db: Pick<Database, 'select'>, clock: Clock): KindFactsPort => ({
  async load({ daily }, of) {
    const now = clock.now();
    const counted = daily ? await countedToday(db, daily, of, now) : { today: 0 };
    return { media: new Map(), lockId: '', now, ...counted };
  },
  prepare: () => Promise.reject(new Error('no files of messages')),
});
