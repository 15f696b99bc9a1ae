import { expect, test } from 'vitest';
import { readNoticeData } from '#contract/notices/data.ts';
import { pathOfNotice } from '#contract/notices/notice.ts';
import { withId } from '#contract/notices/shown.ts';
import { PUSH_KINDS } from '#contract/push/kinds.ts';
import { readPushPayload } from '#contract/push/payload.ts';
import { PUSH_PENDING_MAX_MS, PUSH_REFRESH_AFTER_MS, PUSH_RETRY_AFTER_MS } from '#contract/push/rules.ts';
import { type PushFound, stepToken } from '#contract/push/step-token.ts';
import { optionsOfSubscription } from '#contract/push/subscription.ts';
import { type PushOptions, readPushToken, writePushToken } from '#contract/push/token.ts';
import { DAY_MS } from '../../../contract/durations.ts';

const NOW = 1_800_000_000_000;
const KEY = 'B'.repeat(87);
const held: PushOptions = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  p256dh: 'p'.repeat(87),
  auth: 'a'.repeat(22),
  swScope: 'https://gem.test/',
  vapidKey: KEY,
};
const kept = (ageMs: number, options = held): PushFound['record'] => ({
  state: 'kept',
  createTime: NOW - ageMs,
  at: NOW - ageMs,
  options,
});
const found = (change: Partial<PushFound> = {}): PushFound => ({
  isSupported: true,
  isOutside: false,
  permission: 'granted',
  pushKey: KEY,
  record: undefined,
  held: undefined,
  ...change,
});
const under = (state: 'pending' | 'failed', ageMs: number) => ({
  record: { state, createTime: 0, at: NOW - ageMs, options: held } as const,
});

test.each<[string, Partial<PushFound>, string]>([
  ['something that pushes need is missing', { isSupported: false }, 'unsupported'],
  ['an iPhone, not from the home screen', { isOutside: true }, 'skip'],
  ['not asked yet', { permission: 'default' }, 'ask'],
  ['asked again after it was granted', { permission: 'default', record: kept(0), held }, 'forget'],
  ['refused, with a record', { permission: 'denied', record: kept(0), held }, 'forget'],
  ['refused, without one', { permission: 'denied' }, 'skip'],
  ['pushes are off', { pushKey: '' }, 'off'],
  ['pushes were switched off', { pushKey: '', record: kept(0), held }, 'forget'],
  ['no record', {}, 'subscribe'],
  ['no record, but a subscription of a previous account', { held }, 'subscribe'],
  ['all five equal, a day old', { record: kept(DAY_MS), held }, 'reuse'],
  ['all five equal, a moment short of seven days', { record: kept(PUSH_REFRESH_AFTER_MS - 1), held }, 'reuse'],
  ['all five equal, seven days', { record: kept(PUSH_REFRESH_AFTER_MS), held }, 'renew'],
  ['a record from the future, a clock that was set back', { record: kept(-8 * DAY_MS), held }, 'renew'],
  ['the browser holds none', { record: kept(0) }, 'replace'],
  ['the server has another key', { record: kept(0), held, pushKey: 'C'.repeat(87) }, 'replace'],
  ['started 9 s ago', under('pending', PUSH_PENDING_MAX_MS - 1), 'wait'],
  ['started 10 s ago', under('pending', PUSH_PENDING_MAX_MS), 'subscribe'],
  ['failed a minute ago', under('failed', 60_000), 'wait'],
  ['failed an hour ago', under('failed', PUSH_RETRY_AFTER_MS), 'subscribe'],
])('the next action of the push registration: %s', (_title, change, act) => {
  expect(stepToken(found(change), NOW).act).toBe(act);
});

test.each(['endpoint', 'p256dh', 'auth', 'swScope', 'vapidKey'] as const)(
  'a push token is replaced when its %s differs',
  (field) => {
    const other = { ...held, [field]: field === 'vapidKey' ? KEY : 'x' };
    const record = { ...held, [field]: 'y' };
    const pushKey = field === 'vapidKey' ? KEY : held.vapidKey;
    expect(stepToken(found({ record: kept(0, record), held: other, pushKey }), NOW).act).toBe('replace');
  },
);

test('a pending registration is checked again when its time limit has passed', () => {
  expect(stepToken(found(under('pending', 4_000)), NOW)).toEqual({ act: 'wait', ms: PUSH_PENDING_MAX_MS - 4_000 });
});

test('a push token has exactly the five facts of a subscription', () => {
  const bytes = (length: number) => new Uint8Array(length).fill(250).buffer;
  const options = optionsOfSubscription(
    {
      endpoint: held.endpoint,
      options: { applicationServerKey: bytes(65) },
      getKey: (name) => bytes(name === 'auth' ? 16 : 65),
    },
    'https://gem.test/',
  );
  const token = writePushToken(options);
  expect(token.length).toBeLessThan(700);
  expect(readPushToken(token)).toEqual(options);
  for (const wrong of ['', 'gc1.', 'gc1.e30', token.slice(4), `gc2${token.slice(3)}`, `${token}${'A'.repeat(2_048)}`])
    expect(readPushToken(wrong)).toBeUndefined();
});

/** A seeded generator: the same forgeries at each run. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const STRANGE: readonly unknown[] = [
  '../..',
  '//evil.example',
  'https://evil.example',
  'u_1/../..',
  'u_0',
  'javascript:alert(1)',
  '\u202e',
  '',
  null,
  undefined,
  -1,
  1e99,
  Number.NaN,
  {},
  [],
  ['u_1'],
  { toString: 1 },
  true,
  'u_9001',
  'call',
  42,
  '%2e%2e',
];
const PAGES =
  /^(?:\/|\/message(?:\/(?:u_[1-9]\d{0,14}|localOfficial))?|\/call\/[1-9]\d{0,14}\?from=notice|\/friendreq|\/notices|\/anchorprofile\?uid=[1-9]\d{0,14}|\/payresult\?order=[\w.%:-]{1,384}|\/task)$/;

test('2,000 forged payloads and notifications open no page outside the allow list', () => {
  const next = chance(20_260_101);
  const any = () => STRANGE[next(STRANGE.length)];
  const routes = [
    'messages',
    'call',
    'dial',
    'thread',
    'friends',
    'notices',
    'profile',
    'payment',
    'tasks',
    'url',
    '/x',
  ];
  let read = 0;
  for (let round = 0; round < 2_000; round += 1) {
    const payload = { v: next(3), k: any() ?? PUSH_KINDS[next(PUSH_KINDS.length)], i: any(), a: any(), n: any() };
    if (readPushPayload({ ...payload, t: any(), s: any(), u: any(), o: any(), b: 0, at: NOW, x: NOW })) read += 1;
    const data = { route: routes[next(routes.length)], tid: any(), uid: any(), sid: any(), order: any(), url: any() };
    expect(pathOfNotice(data)).toMatch(PAGES);
    const { to, about } = readNoticeData({ ...data, ids: any(), about: { tid: any(), uid: any(), sid: any() } });
    expect(pathOfNotice(to)).toMatch(PAGES);
    expect(about.tid ?? 'u_1').toMatch(/^u_[1-9]\d{0,14}$/);
  }
  expect(read).toBe(0);
});

test('a notification stores the last sixteen event ids', () => {
  const ids = Array.from({ length: 20 }, (_, at) => `i${at}`).reduce<readonly string[]>(withId, []);
  expect(ids).toHaveLength(16);
  expect(ids.at(-1)).toBe('i19');
  expect(withId(ids, 'i10')).toHaveLength(16);
});
