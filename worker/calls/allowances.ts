import { CALL_ERRORS } from '#contract/calls/calls.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import { guardAccount } from '../base/session-row.ts';
import type { AppDb } from '../db/schema.ts';

/**
 * Fetches the allowances for first, free and silver calls (product 3.8) and stores them in the row `allowances`, for the command
 * `refreshAllowances` and the service worker's periodic refresh. If one of the requests fails, nothing is stored. An answer without silver
 * calls is stored as zeros, and is an error.
 */
export async function refreshAllowances(app: AppDb, api: Pick<Api, 'call'>): Promise<Result<null>> {
  const isStillSignedIn = await guardAccount(app);
  const [first, free, silver] = await Promise.all([
    api.call('firstCallInfo', {}),
    api.call('paidUserFreeCall', {}),
    api.call('clubCallTimes', {}),
  ]);
  if (!first.ok) return first;
  if (!free.ok) return free;
  if (!silver.ok) return silver;
  const club = silver.value;
  const { freeFirstCallTotalTimes, freeFirstCallRemainingTimes, freeFirstCallDuration } = first.value.firstCallInfo;
  await app.transaction('rw', app.state, async () => {
    if (!(await isStillSignedIn())) return;
    await app.state.put({
      key: 'allowances',
      first: { total: freeFirstCallTotalTimes, remaining: freeFirstCallRemainingTimes, seconds: freeFirstCallDuration },
      free: {
        times: free.value.freeTimes,
        seconds: free.value.freeDuration,
        rechargeReminderSeconds: free.value.rechargeReminderTime,
        matchToFlashSeconds: free.value.matchToFlashTime,
        fairStartSeconds: free.value.fairStartSeconds ?? 0,
      },
      silver: {
        times: club?.availableTimes ?? 0,
        seconds: club?.silverCallDuration ?? 0,
        price: club?.silverPrice ?? 0,
        paid: club?.paidTimes ?? 0,
      },
    });
  });
  if (club !== null) return ok(null);
  console.warn(CALL_ERRORS.club);
  return fail({ code: 'call', detail: CALL_ERRORS.club });
}
