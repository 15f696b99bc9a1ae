import { ROLE_ANCHOR, ROLE_USER } from '#contract/account/rules.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import type { hostingCommands } from '#contract/hosting/commands.ts';
import type { Hosting as HostingState } from '#contract/hosting/endpoints.ts';
import type { Payouts } from '#contract/hosting/payouts.ts';
import { HOST_RULES_VERSION } from '#contract/hosting/rules.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { CorePart } from '../base/part.ts';
import { guardAccount, readSession } from '../base/session-row.ts';
import type { AppDb, AppRow, SessionRow } from '../db/schema.ts';

/** The dependencies of the hosting part. */
export type HostingPorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  readonly session: () => Promise<SessionRow | undefined>;
};
type StudioRow = Extract<AppRow, { key: 'studio' }>;
type PayoutsRow = Extract<AppRow, { key: 'payouts' }>;
/** The core part for applications to be a host, and for a host's own settings. */
export type Hosting = CorePart<CommandsOf<typeof hostingCommands>> & {
  /** Called when the server has accepted a change of the profile, which the application may have waited for. */
  onProfileAccepted(): Promise<void>;
};

/**
 * Creates the hosting part. The state of the application is stored with the role that it implies, studio and payouts in rows of their own;
 * statements and links to providers are returned to the page only.
 */
export function createHosting({ app, api, session }: HostingPorts): Hosting {
  /** Number of requests for the state of the application that are not answered yet. */
  let running = 0;

  async function request(call: () => Promise<Result<HostingState>>): Promise<Result<null>> {
    if (!(await session())) return fail(needLogin);
    const isStillSignedIn = await guardAccount(app);
    running += 1;
    const answer = await call().finally(() => {
      running -= 1;
    });
    if (!answer.ok) return answer;
    const { value } = answer;
    await app.transaction('rw', app.state, async () => {
      if (!(await isStillSignedIn())) return;
      await app.state.put({ key: 'hosting', ...value });
      await storeRole(app, value.host ? ROLE_ANCHOR : ROLE_USER);
    });
    return ok(null);
  }

  async function store(row: StudioRow | PayoutsRow, isStillSignedIn: () => Promise<boolean>): Promise<void> {
    await app.transaction('rw', app.state, async () => {
      if (await isStillSignedIn()) await app.state.put(row);
    });
  }

  async function refreshStudio(): Promise<Result<null>> {
    if (!(await session())) return fail(needLogin);
    const isStillSignedIn = await guardAccount(app);
    const answer = await api.call('hostStudio', {});
    if (!answer.ok) return answer;
    await store({ key: 'studio', ...answer.value }, isStillSignedIn);
    return ok(null);
  }

  async function requestPayouts(call: () => Promise<Result<Payouts>>): Promise<Result<null>> {
    if (!(await session())) return fail(needLogin);
    const isStillSignedIn = await guardAccount(app);
    const answer = await call();
    if (!answer.ok) return answer;
    await store({ key: 'payouts', ...answer.value }, isStillSignedIn);
    return ok(null);
  }
  const refreshPayouts = () => requestPayouts(() => api.call('hostPayouts', {}));

  const refreshHosting = () => request(() => api.call('hosting', {}));

  return {
    async onOwnChange() {
      await refreshHosting();
      // Only a host who opened the page of payouts has the row.
      if (await app.state.get('payouts')) await refreshPayouts();
    },
    async onProfileAccepted() {
      const row = await app.state.get('hosting');
      const isIncomplete = row?.key === 'hosting' && row.missing.length > 0;
      if (isIncomplete || running > 0) await refreshHosting();
    },
    commands: {
      refreshStudio,
      refreshPayouts,
      payoutStatement: async (id) => ((await session()) ? api.call('payoutStatement', { id }) : fail(needLogin)),
      yearlyStatement: async (year) => ((await session()) ? api.call('yearlyStatement', { year }) : fail(needLogin)),
      saveTaxDetails: (details) => requestPayouts(() => api.call('saveTaxDetails', details)),
      savePayoutAccount: (account) => requestPayouts(() => api.call('savePayoutAccount', account)),
      startPayoutSetup: async () => ((await session()) ? api.call('startPayoutSetup', {}) : fail(needLogin)),
      async requestPayout(gems, money) {
        const result = await requestPayouts(() => api.call('requestPayout', { gems, money }));
        // The answer may be lost, or the terms outdated: the page shows what the server has now.
        if (!result.ok) await refreshPayouts();
        return result;
      },
      refreshHosting,
      startIdentity: async (name) => ((await session()) ? api.call('startIdentity', { name }) : fail(needLogin)),
      applyAsHost: (clip) =>
        request(() => api.call('applyAsHost', { rulesVersion: HOST_RULES_VERSION, ...(clip !== null && { clip }) })),
      setHostPrice: (price) => request(() => api.call('setHostPrice', { price })),
      setTakingCalls: (on, pauseMinutes) =>
        request(() => api.call('setTakingCalls', { on, ...(pauseMinutes !== null && { pauseMinutes }) })),
      setWeeklyHours: (hours) => {
        const weeklyHours = hours && { ...hours, days: [...hours.days] };
        return request(() => api.call('setWeeklyHours', { weeklyHours }));
      },
    },
  };
}

/** Stores the role that the server gave the signed-in account. Runs inside the caller's transaction over `state`. */
export async function storeRole(app: AppDb, role: number): Promise<void> {
  const row = await readSession(app);
  if (row && row.role !== role) await app.state.put({ ...row, role });
}
