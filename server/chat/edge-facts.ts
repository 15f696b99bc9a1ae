import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import type { KindFactsPort } from '../edge/ports.ts';
import { countedToday } from './daily.ts';
import { loadMediaFacts, prepareMedia } from './kind-facts.ts';

/** The facts by which the edge completes kinds of messages. It knows no gifts: a kind that names one is refused. */
export const edgeFactsOf = (db: Database, clock: Clock): KindFactsPort => ({
  async load({ media = [], daily }, of) {
    const now = clock.now();
    const asked = { media, ...(daily === 'priced' && { daily }) };
    const [facts, counted] = await Promise.all([
      loadMediaFacts(db, asked, of, now),
      daily === undefined || daily === 'priced' ? {} : countedToday(db, daily, of, now),
    ]);
    return { ...facts, ...counted };
  },
  prepare: (message) => prepareMedia(db, message),
});
