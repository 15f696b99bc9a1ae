import { safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { type AttributionInfo, deriveAttribution } from '#contract/analytics/attribution.ts';
import {
  allowedBy,
  CONSENT_VERSION,
  type Consent,
  readConsent,
  shouldAskForConsent,
} from '#contract/analytics/consent.ts';
import { EVENTS, isEventName, isTagged, propertiesOf } from '#contract/analytics/events.ts';
import { EVENT_NAME } from '#contract/analytics/names.ts';
import * as rules from '#contract/analytics/rules.ts';
import { checksum, measureId, presets } from '#contract/analytics/wire.ts';
import { DAY_MS } from '../../../../contract/durations.ts';

const NOW = Date.UTC(2026, 10, 23);

test('the analytics limits are those of product 9.5', () => {
  expect(rules).toMatchObject({
    BATCH_DEFAULT: 6,
    BATCH_MIN: 1,
    BATCH_MAX: 30,
    SENT_EVERY_MS: 6_000,
    QUEUED_EVENTS_MAX: 500,
    SENT_AT_ONCE_MAX: 50,
    SEND_TIMEOUT_MS: 3_000,
    WRITTEN_EVERY_MS: 500,
    SEND_RETRIES: 3,
    DURATION_MAX_SECONDS: 86_400,
    IDS_KEPT_DAYS: 73_000,
    REFERRER_MAX_CHARS: 200,
    MEASURE_ID_MAX_CHARS: 63,
    FINGERPRINT_CHANCE: 0.001,
  });
});

describe('the table of events', () => {
  test('event names and property names fit the wire format, and inherited property names are no events', () => {
    for (const [name, { properties }] of Object.entries(EVENTS)) {
      expect(name).toMatch(EVENT_NAME);
      for (const property of Object.keys(properties)) expect(property.replace(/^#/, '')).toMatch(EVENT_NAME);
    }
    for (const bad of ['', '1a', '_a', 'a-b', 'a'.repeat(51), 'ä', 'a b']) expect(EVENT_NAME.test(bad)).toBe(false);
    expect(EVENT_NAME.test('a'.repeat(50))).toBe(true);
    for (const name of ['constructor', '__proto__', 'toString', 'valueOf']) expect(isEventName(name)).toBe(false);
  });

  test('three events go to a tag service', () => {
    const tagged = Object.keys(EVENTS).filter((name) => isEventName(name) && isTagged(name));
    expect(tagged).toEqual(['call_attempt', 'message_sent', 'message_received']);
  });

  test('message texts and user names are never event properties', () => {
    const said = { way: 'guest', reason: 'Ada, call me at +49 170 1234567!' };
    expect(safeParse(propertiesOf('login_fail', presets), said).success).toBe(false);
    expect(safeParse(propertiesOf('login', {}), { way: 'guest', nick: 'Ada' }).success).toBe(false);
  });

  test('event ids have 1 to 63 characters', () => {
    for (const [id, isGood] of [
      ['', false],
      ['a', true],
      ['a'.repeat(63), true],
      ['a'.repeat(64), false],
      [5, false],
    ] as const)
      expect(safeParse(measureId, id).success).toBe(isGood);
  });

  test('the checksum matches the wire format', () => {
    expect(checksum('')).toBe(0);
    expect(checksum('abc')).toBe(96_354);
    expect(checksum('eyJkYXRhIjpbXX0='.repeat(20))).toBe(
      [...'eyJkYXRhIjpbXX0='.repeat(20)].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 2 ** 32, 0) | 0,
    );
  });
});

describe('consent', () => {
  const yes: Consent = { v: CONSENT_VERSION, m: true, a: true, at: NOW };
  const no: Consent = { ...yes, m: false, a: false };
  const allowed = (answer: Consent | undefined, after = 0, signal = false) => allowedBy(answer, NOW + after, signal);
  const all = { measurement: true, attribution: true };
  const none = { measurement: false, attribution: false };

  test.each([
    ['no answer', undefined, 0, false, none, true],
    ['a yes', yes, 0, false, all, false],
    ['half a yes', { ...yes, a: false }, 0, false, { measurement: true, attribution: false }, false],
    ['a no', no, 0, false, none, false],
    ['a yes, a day less than a year ago', yes, 364 * DAY_MS, false, all, false],
    ['a yes, a year ago', yes, 365 * DAY_MS, false, none, true],
    ['a no, half a year ago', no, 182 * DAY_MS, false, none, true],
    ['a no, a day less', no, 181 * DAY_MS, false, none, false],
    ['other words', { ...yes, v: CONSENT_VERSION + 1 }, 0, false, none, true],
    ['a yes from the future', { ...yes, at: NOW + 2 * DAY_MS }, 0, false, none, true],
    ['no answer, with GPC', undefined, 0, true, none, false],
    ['a yes of before GPC', yes, 0, true, none, false],
    ['a yes in spite of GPC', { ...yes, g: true }, 0, true, all, false],
  ])('consent and its question: %s', (_title, answer, after, signal, may, asks) => {
    expect(allowed(answer, after, signal)).toEqual(may);
    expect(shouldAskForConsent(answer, NOW + after, signal)).toBe(asks);
  });

  test.each([
    null,
    '',
    'null',
    '1',
    '[]',
    '{}',
    '{"v":1}',
    '{"v":"1","m":true,"a":true,"at":1}',
    '{"v":1,"m":1,"a":0,"at":1}',
    '{"v":1,"m":true,"a":true,"at":-1}',
    '{"v":1,"m":true,"a":true,"at":1e99}',
  ])('%s is not a valid consent record', (text) => expect(readConsent(text)).toBeUndefined());
  test('a stored consent record is read back unchanged', () => {
    for (const answer of [yes, no, { ...yes, g: true }]) expect(readConsent(JSON.stringify(answer))).toEqual(answer);
  });
});

describe('attribution links', () => {
  const link = {
    adj_t: 'tok',
    utm_source: 'blog',
    utm_campaign: 'spring',
    utm_term: 'group',
    utm_content: 'red',
    label: 'top',
  };
  const find = (parameters: Record<string, string>, known?: { info: AttributionInfo; at: number }, now = NOW) => {
    const ids = [1, 2].values();
    return deriveAttribution({ parameters, referrer: '' }, known, {
      now,
      newId: () => `0000000${ids.next().value}-aaaa-bbbb-cccc-dddddddddddd`,
    });
  };
  const first = find(link) as AttributionInfo;

  test('a link carries the attribution of the visit', () => {
    expect(first).toEqual({
      adid: '00000001aaaabbbbccccdddddddddddd',
      tracker_token: 'tok',
      tracker_name: 'blog::spring::group::red',
      network: 'blog',
      campaign: 'spring',
      adgroup: 'group',
      creative: 'red',
      click_label: 'top',
      state: 'installed',
      webUuid: '00000002-aaaa-bbbb-cccc-dddddddddddd',
    });
    expect(first.adid).toMatch(/^[\da-f]{32}$/);
    expect(find({})).toMatchObject({ network: 'organic', tracker_name: 'organic::::::', tracker_token: '' });
    expect(find({ tracker: 'other' })).toMatchObject({ tracker_token: 'other' });
  });

  test('a link counts for a known device after 30 days, and only when its attribution differs', () => {
    const known = { info: first, at: NOW };
    const other = { utm_source: 'friend' };
    expect(find(other, known, NOW + 30 * DAY_MS - 1)).toBeUndefined();
    expect(find(other, known, NOW + 30 * DAY_MS)).toMatchObject({
      network: 'friend',
      state: 'reattributed',
      adid: first.adid,
    });
    expect(find({}, known, NOW + 90 * DAY_MS)).toBeUndefined();
    expect(find({ fbclid: 'x' }, known, NOW + 90 * DAY_MS)).toBeUndefined();
    expect(find(link, known, NOW + 90 * DAY_MS)).toBeUndefined();
  });
});
