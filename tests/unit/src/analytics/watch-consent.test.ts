import { expect, test, vi } from 'vitest';

type Taken = PromiseWithResolvers<{ readonly ok: true; readonly value: null }>;
const world = vi.hoisted(() => ({
  isAllowed: false,
  reports: [] as Taken[],
  tracking: [] as boolean[],
  answer: () => {},
}));
vi.mock('../../../../src/core/core.ts', () => ({
  core: {
    consent() {
      const taken: Taken = Promise.withResolvers();
      world.reports.push(taken);
      return taken.promise;
    },
  },
}));
vi.mock('../../../../src/consent.ts', () => ({
  MEASURES: true,
  allowedNow: () => ({ measurement: world.isAllowed, attribution: false }),
  hasOptOutSignal: () => false,
  lastConsentWay: () => '',
  readStoredConsent: () => undefined,
  storeNewerConsent() {},
  onAnswer(listener: () => void) {
    world.answer = listener;
  },
}));
vi.mock('../../../../src/arrival.ts', () => ({ arrival: () => ({ parameters: {}, referrer: '' }) }));
vi.mock('../../../../src/data/platform.ts', () => ({ runsAlone: () => false }));
vi.mock('../../../../src/i18n/choice.ts', () => ({ startLanguage: () => 'en' }));
vi.mock('../../../../src/app/screens.ts', () => ({
  allowTracking: (isAllowed: boolean) => void world.tracking.push(isAllowed),
}));
vi.stubGlobal('location', { search: '' });

const take = async (report: number) => {
  world.reports[report]?.resolve({ ok: true, value: null });
  await vi.waitFor(() => expect(world.tracking.length).toBeGreaterThan(report));
};

test('screens are tracked from the report of the consent on, not from one that was under way when the user gave it', async () => {
  const { watchConsent } = await import('../../../../src/app/watch-consent.ts');
  watchConsent();
  world.isAllowed = true;
  world.answer();
  await take(0);
  expect(world.tracking).not.toContain(true);
  await take(1);
  await vi.waitFor(() => expect(world.tracking.at(-1)).toBe(true));
  world.isAllowed = false;
  world.answer();
  // A withdrawal counts at once, also while the core does not answer.
  expect([world.reports.length, world.tracking.at(-1)]).toEqual([3, false]);
});
