import type { Hosting, hostingRows } from '../../../contract/hosting/endpoints.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { submitApplication } from './application.ts';
import { readHosting } from './hosting.ts';
import { payoutTerms, readPayouts, requestPayout, saveAccount } from './payouts/payouts.ts';
import { readStatement } from './payouts/statement.ts';
import { setPrice, setTakingCalls, setWeeklyHours } from './settings.ts';
import { readStudio } from './studio.ts';

/** Creates the domain of hosts: applications, price, availability, earnings and payouts. No state in memory. */
export function hostingPart({ config, site }: ServerDeps): ApiPart<keyof typeof hostingRows> {
  const state = async (
    db: Queries,
    uid: number,
    changed: Result<undefined> = ok(undefined),
  ): Promise<Result<Hosting>> => (changed.ok ? ok(await readHosting(db, uid, await site.read(db))) : changed);
  const terms = async (db: Queries) => payoutTerms(await site.read(db), config.payouts);
  const payoutsOf = async (db: Queries, uid: number) => ok(await readPayouts(db, uid, await terms(db)));
  const isOff = config.payouts === 'off';
  return {
    name: 'hosting',
    handlers: {
      hosting: ({ db, uid }) => state(db, uid),
      applyAsHost: async ({ db, uid }, { rulesVersion }) =>
        state(db, uid, await submitApplication(db, uid, rulesVersion)),
      setHostPrice: async ({ db, uid }, { price }) =>
        state(db, uid, await setPrice(db, uid, price, await site.read(db))),
      hostStudio: async ({ db, uid }) => ok(await readStudio(db, uid)),
      hostPayouts: ({ db, uid }) => payoutsOf(db, uid),
      async payoutStatement({ db, uid }, { id }) {
        const statement = await readStatement(db, uid, id);
        return statement ? ok(statement) : fail({ code: 'not-found' });
      },
      async savePayoutAccount({ db, uid }, account) {
        await saveAccount(db, uid, account);
        return payoutsOf(db, uid);
      },
      async requestPayout({ db, uid, once }, wanted) {
        if (isOff || once === undefined) return fail({ code: 'forbidden' });
        const requested = await requestPayout(db, uid, { ...wanted, operation: once.operation }, await terms(db));
        return requested.ok ? payoutsOf(db, uid) : requested;
      },
      setTakingCalls: async ({ db, uid }, change) => state(db, uid, await setTakingCalls(db, uid, change)),
      setWeeklyHours: async ({ db, uid }, { weeklyHours }) =>
        state(db, uid, await setWeeklyHours(db, uid, weeklyHours)),
    },
  };
}
