import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CONSENT_VERSION } from '#contract/analytics/consent.ts';

let stored: Map<string, string>;
let signals: { globalPrivacyControl?: boolean; doNotTrack?: string | null };
let onStorage: ((event: { key: string | null }) => void) | undefined;

beforeEach(() => {
  stored = new Map();
  signals = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
    get length() {
      return stored.size;
    },
  });
  vi.stubGlobal('navigator', signals);
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof onStorage) => {
    onStorage = listener;
  });
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());
const fresh = () => import('../../../../src/consent.ts');
const all = { measurement: true, attribution: true };
const none = { measurement: false, attribution: false };

test('a user without an answer is asked once, and the answer is stored under one key', async () => {
  const consent = await fresh();
  expect(consent.shouldAsk()).toBe(true);
  expect(consent.allowedNow()).toEqual(none);
  consent.answerConsent(none, 'banner');
  expect([...stored.keys()]).toEqual(['consent']);
  expect(JSON.parse(stored.get('consent') ?? '')).toEqual({
    v: CONSENT_VERSION,
    m: false,
    a: false,
    at: expect.any(Number),
  });
  expect(consent.shouldAsk()).toBe(false);
});

test.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])(
  'a browser with %o is not asked, has measurement off, and can turn it on in the settings',
  async (signal) => {
    const consent = await fresh();
    consent.answerConsent(all, 'banner');
    Object.assign(signals, signal);
    expect(consent.shouldAsk()).toBe(false);
    expect(consent.allowedNow()).toEqual(none);
    consent.answerConsent({ ...all, attribution: false }, 'settings');
    expect(consent.allowedNow()).toEqual({ measurement: true, attribution: false });
  },
);

test('a later answer is newer despite clock changes, and every listener gets it, also in other tabs', async () => {
  const consent = await fresh();
  const heard: boolean[] = [];
  const stop = consent.onAnswer(() => heard.push(consent.allowedNow().measurement));
  consent.answerConsent(all, 'banner');
  const { at } = JSON.parse(stored.get('consent') ?? '');
  vi.spyOn(Date, 'now').mockReturnValue(at - 5_000);
  consent.answerConsent(none, 'settings');
  expect(JSON.parse(stored.get('consent') ?? '').at).toBe(at + 1);
  vi.restoreAllMocks();
  stored.set('consent', JSON.stringify({ v: CONSENT_VERSION, m: true, a: false, at: at + 2 }));
  onStorage?.({ key: 'consent' });
  onStorage?.({ key: 'theme' });
  expect(heard).toEqual([true, false, true]);
  stop();
});

test("the core's answer is used when it is newer", async () => {
  const consent = await fresh();
  consent.storeNewerConsent(null);
  expect(consent.shouldAsk()).toBe(true);
  consent.storeNewerConsent({ v: CONSENT_VERSION, m: true, a: false, at: Date.now() });
  expect(consent.allowedNow()).toEqual({ measurement: true, attribution: false });
  consent.storeNewerConsent({ v: CONSENT_VERSION, m: false, a: false, at: 1 });
  expect(consent.allowedNow().measurement).toBe(true);
});
