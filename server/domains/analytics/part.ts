import { desc, eq, inArray } from 'drizzle-orm';
import type { measureRows } from '../../../contract/analytics/endpoints.ts';
import { ATTRIBUTIONS_PER_ACCOUNT_MAX } from '../../../contract/analytics/rules.ts';
import { ok } from '../../../contract/result.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { enqueueOfficialPayload } from '../chat/service-outbox/enqueue.ts';
import { forgetMeasured } from './retention.ts';
import { registerCollector } from './routes.ts';
import { accountAttribution, consentProof, measureEvent } from './tables.ts';

/** Creates the analytics domain: events that devices collect with consent, proofs of consent, and attribution. */
export function analyticsPart({ config, db, site }: ServerDeps): ApiPart<keyof typeof measureRows> {
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
        const { rowCount } = await db.insert(consentProof).values(proof).onConflictDoNothing();
        // With a new consent, ask the account's devices that are online to report the attribution that they withheld before.
        if (viewer !== undefined && said.attribution && rowCount === 1)
          await db.transaction((tx) => enqueueOfficialPayload(tx, viewer, { kind: 'attribution_refresh' }));
        // The id is random, so only the device that withdraws consent knows it.
        if (erase !== undefined) await db.delete(measureEvent).where(eq(measureEvent.distinctId, erase));
        return ok({});
      },
      async attribution({ db, uid }, info) {
        await db.insert(accountAttribution).values({ uid, info });
        const older = db
          .select({ id: accountAttribution.id })
          .from(accountAttribution)
          .where(eq(accountAttribution.uid, uid))
          .orderBy(desc(accountAttribution.id))
          .offset(ATTRIBUTIONS_PER_ACCOUNT_MAX);
        await db.delete(accountAttribution).where(inArray(accountAttribution.id, older));
        return ok({});
      },
    },
    routes: (app) => registerCollector(app, { config, db, site }),
    jobs: [forgetMeasured(db)],
  };
}
