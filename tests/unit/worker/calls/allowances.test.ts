import { afterEach, expect, test, vi } from 'vitest';
import { refreshAllowances } from '../../../../worker/calls/allowances.ts';
import { serverOf, signedIn } from '../support/people.ts';

afterEach(() => vi.restoreAllMocks());

const first = { freeFirstCallTotalTimes: 1, freeFirstCallRemainingTimes: 1, freeFirstCallDuration: 60 };
const free = { freeTimes: 1, freeDuration: 60, rechargeReminderTime: 20, matchToFlashTime: 15 };
const club = { availableTimes: 1, silverCallDuration: 60, silverPrice: 100, paidTimes: 5 };
const answering = (times: object | null) =>
  serverOf({
    firstCallInfo: () => ({ firstCallInfo: first }),
    paidUserFreeCall: () => free,
    clubCallTimes: () => times,
  });

test('the free calls of an account are stored as the server answers them', async () => {
  const { app } = await signedIn();
  expect((await refreshAllowances(app, answering(club).api)).ok).toBe(true);
  expect(await app.state.get('allowances')).toMatchObject({
    first: { total: 1, remaining: 1, seconds: 60 },
    free: { times: 1, seconds: 60, rechargeReminderSeconds: 20, matchToFlashSeconds: 15 },
    silver: { times: 1, seconds: 60, price: 100, paid: 5 },
  });
});

test('a server without silver calls is logged and answered with its reason, and the other allowances are stored', async () => {
  const { app } = await signedIn();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const reason = 'requestClubCallTimes data is null';
  expect(await refreshAllowances(app, answering(null).api)).toEqual({
    ok: false,
    error: { code: 'call', detail: reason },
  });
  expect(warn).toHaveBeenCalledWith(reason);
  expect(await app.state.get('allowances')).toMatchObject({ first: { remaining: 1 }, silver: { times: 0 } });
});
