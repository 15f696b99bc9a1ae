import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CONSENT_VERSION } from '#contract/analytics/consent.ts';
import { fail, ok } from '#contract/result.ts';

const { report, allowTracking } = vi.hoisted(() => ({ report: vi.fn(), allowTracking: vi.fn() }));
vi.mock('#brand/config.ts', () => ({ config: { reportServer: 'self' } }));
vi.mock('../../../../src/core/core.ts', () => ({ core: { consent: report } }));
vi.mock('../../../../src/arrival.ts', () => ({ arrival: () => ({ parameters: {}, referrer: '' }) }));
vi.mock('../../../../src/data/platform.ts', () => ({ runsAlone: () => false }));
vi.mock('../../../../src/i18n/choice.ts', () => ({ startLanguage: () => 'en' }));
vi.mock('../../../../src/app/screens.ts', () => ({ allowTracking }));

let stored = '';
beforeEach(() => {
  stored = JSON.stringify({ v: CONSENT_VERSION, m: false, a: false, at: 1 });
  vi.stubGlobal('localStorage', { getItem: () => stored, setItem() {} });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('addEventListener', () => {});
  vi.useFakeTimers();
  vi.resetAllMocks();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a withdrawal that the worker did not take is reported again until it is taken', async () => {
  const { watchConsent } = await import('../../../../src/app/watch-consent.ts');
  report.mockResolvedValueOnce(fail({ code: 'core-lost' })).mockResolvedValueOnce(fail({ code: 'storage-broken' }));
  report.mockResolvedValue(ok(null));
  watchConsent();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(report).toHaveBeenCalledTimes(3);
  for (const [page] of report.mock.calls) expect(page.answer).toMatchObject({ m: false, a: false });
});

test('screens are tracked only when the worker has taken the consent', async () => {
  stored = JSON.stringify({ v: CONSENT_VERSION, m: true, a: false, at: Date.now() });
  const { watchConsent } = await import('../../../../src/app/watch-consent.ts');
  report.mockResolvedValueOnce(fail({ code: 'core-lost' }));
  report.mockResolvedValue(ok(null));
  watchConsent();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(report).toHaveBeenCalledOnce();
  expect(allowTracking).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(allowTracking.mock.calls).toEqual([[true]]);
});
