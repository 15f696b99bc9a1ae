import type { Hosting, hostingRows } from '../../../contract/hosting/endpoints.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { serverClock } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { clientAddress } from '../../platform/http/client-address.ts';
import { submitApplication } from './application.ts';
import { readHosting } from './hosting.ts';
import { askForIdentities, type IdentityDeps, startIdentity } from './identity/identity.ts';
import { identityProviderOf } from './identity/provider.ts';
import { identityWebhook } from './identity/webhook.ts';
import {
  askForAccounts,
  type ConnectDeps,
  findConnected,
  openSetup,
  syncForPage,
  toConnected,
} from './payouts/connect/account.ts';
import { connectProviderOf } from './payouts/connect/provider.ts';
import { sendTransfers } from './payouts/connect/transfers.ts';
import { connectWebhook } from './payouts/connect/webhook.ts';
import { payoutTerms, readPayouts, requestPayout, saveAccount } from './payouts/payouts.ts';
import { readStatement } from './payouts/statement.ts';
import { readYearly, saveTaxDetails } from './payouts/yearly.ts';
import { loadPersonalKey } from './personal-data.ts';
import { setPrice, setTakingCalls, setWeeklyHours } from './settings.ts';
import { readStudio } from './studio.ts';

/** Creates the domain of hosts: applications, identity checks, price, availability, earnings and payouts. No state in memory. */
export function hostingPart({ config, db, log, site }: ServerDeps): ApiPart<keyof typeof hostingRows> {
  const provider = identityProviderOf(config);
  const key = loadPersonalKey(config.dataDir);
  const identity: IdentityDeps | undefined = provider && { provider, key, db, clock: serverClock, log };
  const connectProvider = connectProviderOf(config);
  const connect: ConnectDeps | undefined = connectProvider && {
    provider: connectProvider,
    key,
    db,
    clock: serverClock,
    log,
  };
  const needsIdentity = identity !== undefined;
  const state = async (
    db: Queries,
    uid: number,
    changed: Result<undefined> = ok(undefined),
  ): Promise<Result<Hosting>> =>
    changed.ok ? ok(await readHosting(db, uid, await site.read(db), needsIdentity)) : changed;
  const terms = async (db: Queries) => payoutTerms(await site.read(db), config.payouts);
  const payoutsOf = async (db: Queries, uid: number) => {
    const connected = connect ? toConnected(await findConnected(db, uid)) : null;
    return ok(await readPayouts(db, uid, await terms(db), key, connected));
  };
  return {
    name: 'hosting',
    handlers: {
      hosting: ({ db, uid }) => state(db, uid),
      applyAsHost: async ({ db, uid }, { rulesVersion, clip }) =>
        state(db, uid, await submitApplication(db, uid, { rulesVersion, clip, needsIdentity })),
      startIdentity: async (caller, { name }) =>
        identity ? startIdentity(identity, caller, name) : fail({ code: 'forbidden' }),
      setHostPrice: async ({ db, uid }, { price }) =>
        state(db, uid, await setPrice(db, uid, price, await site.read(db))),
      hostStudio: async ({ db, uid }) => ok(await readStudio(db, uid)),
      async hostPayouts({ db, uid }) {
        if (connect) syncForPage(connect, await findConnected(db, uid));
        return payoutsOf(db, uid);
      },
      startPayoutSetup: async (caller) => (connect ? openSetup(connect, caller) : fail({ code: 'forbidden' })),
      async payoutStatement({ db, uid }, { id }) {
        const statement = await readStatement(db, uid, id);
        return statement ? ok(statement) : fail({ code: 'not-found' });
      },
      yearlyStatement: async ({ db, uid }, { year }) => ok(await readYearly(db, uid, year, key)),
      async saveTaxDetails({ db, uid }, details) {
        const saved = await saveTaxDetails(db, uid, key, details);
        return saved.ok ? payoutsOf(db, uid) : saved;
      },
      async savePayoutAccount({ db, uid }, account) {
        await saveAccount(db, uid, account);
        return payoutsOf(db, uid);
      },
      async requestPayout({ db, uid, once }, wanted) {
        if (once === undefined) return fail({ code: 'forbidden' });
        const request = { ...wanted, operation: once.operation };
        const requested = await requestPayout(db, uid, request, await terms(db), connect ? 'stripe' : 'bank');
        return requested.ok ? payoutsOf(db, uid) : requested;
      },
      setTakingCalls: async ({ db, uid }, change) => state(db, uid, await setTakingCalls(db, uid, change)),
      setWeeklyHours: async ({ db, uid }, { weeklyHours }) =>
        state(db, uid, await setWeeklyHours(db, uid, weeklyHours)),
    },
    async routes(app) {
      const addressOf = config.rateLimits ? clientAddress(config.trustProxy) : undefined;
      if (identity) await app.register((scope) => identityWebhook(scope, identity, addressOf));
      if (connect) await app.register((scope) => connectWebhook(scope, connect, addressOf));
    },
    jobs: [
      ...(identity ? [askForIdentities(identity)] : []),
      ...(connect ? [askForAccounts(connect), sendTransfers(connect)] : []),
    ],
  };
}
