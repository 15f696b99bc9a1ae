import i18next from 'i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CALL_ERRORS } from '#contract/calls/calls.ts';
import { explain, explainCall, explainEnd } from '../../../../src/i18n/errors.ts';

beforeAll(() => i18next.init({ lng: 'cimode' }));
afterEach(() => vi.unstubAllGlobals());

const UNCONNECTED = [{ code: 'offline' }, { code: 'call', detail: CALL_ERRORS.connection }] as const;

test.each(UNCONNECTED)('a failed connection names the device only when the device is offline: %j', (error) => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(explain(error)).toMatch(/unreachable$/);
  vi.stubGlobal('navigator', { onLine: false });
  expect(explain(error)).toMatch(/offline$|notConnected$/);
});

test('a call that was answered and got no picture in time is not said to be unanswered', () => {
  expect(explainEnd({ reason: 'timeOut', answered: false })).toMatch(/timeOut$/);
  expect(explainEnd({ reason: 'timeOut', answered: true })).toMatch(/mediaFail$/);
  expect(explainEnd({ reason: 'busy', answered: true })).toMatch(/busy$/);
});

test('a reason of a newer build is explained as an unknown one, and every known one by its own sentence', () => {
  expect(explainCall('reasonOfTomorrow')).toMatch(/reason\.unknown$/);
  expect(explainCall('toString')).toMatch(/reason\.unknown$/);
  for (const error of Object.values(CALL_ERRORS)) expect(explainCall(error)).not.toMatch(/unknown$/);
});
