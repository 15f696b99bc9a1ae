import { eq } from 'drizzle-orm';
import type { measureRows } from '../../contract/measure/endpoints.ts';
import { ok } from '../../contract/result.ts';
import type { ApiPart, Surroundings } from '../part.ts';
import { forgetMeasured } from './retention.ts';
import { registerCollector } from './routes.ts';
import { accountAttribution, consentProof, measureEvent } from './tables.ts';

/** What devices measure with consent, the proof of that consent, and how people came here. Nothing is kept in memory. */
export function measurePart({ config, db }: Surroundings): ApiPart<keyof typeof measureRows> {
  return {
    name: 'measure',
    handlers: {
      async consent({ db, viewer, device }, { erase, at, ...said }) {
        const proof = {
          ...said,
          device: device.webUuid,
          uid: viewer ?? null,
          saidAt: new Date(Math.min(at, Date.now())),
        };
        await db.insert(consentProof).values(proof).onConflictDoNothing();
        // The id is random: only the device that withdraws knows it.
        if (erase !== undefined) await db.delete(measureEvent).where(eq(measureEvent.distinctId, erase));
        return ok({});
      },
      async attribution({ db, uid }, info) {
        await db.insert(accountAttribution).values({ uid, info });
        return ok({});
      },
    },
    routes: (app) => registerCollector(app, config, db),
    jobs: [forgetMeasured(db)],
  };
}
