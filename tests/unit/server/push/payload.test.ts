import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../contract/account/default-settings.ts';
import { EXTERNAL_ID_MAX_CHARS } from '../../../../contract/ids.ts';
import { CALL_PAGE } from '../../../../contract/paths.ts';
import { PUSH_KINDS, type PushKind } from '../../../../contract/push/kinds.ts';
import { readPushPayload } from '../../../../contract/push/payload.ts';
import { PUSH_PADDED_APPLE_BYTES, PUSH_PADDED_BYTES } from '../../../../contract/push/rules.ts';
import { readPushToken, writePushToken } from '../../../../contract/push/token.ts';
import { PUSH_CLOSED_THREADS_MAX } from '../../../../server/domains/push/bounds.ts';
import { decide, minuteOfDay, ringsAgainInMs } from '../../../../server/domains/push/decide.ts';
import type { PushFacts } from '../../../../server/domains/push/facts.ts';
import { accountTag, payloadOf, plainTextFor, topicOf } from '../../../../server/domains/push/payload.ts';
import { GOOD_IDS } from '../../../harness/hostile/hostile-ids.ts';

const pushed = (kind: PushKind) => ({
  uid: 100_001,
  tag: 'tag',
  kind,
  id: 'i'.repeat(EXTERNAL_ID_MAX_CHARS),
  n: 9_999,
  unread: 9_999,
  at: 1e13,
  until: 1e13,
  about: { tid: `u_${'9'.repeat(15)}`, uid: 999_999_999_999_999, sid: 's'.repeat(21), order: 'o'.repeat(21) },
  isSilent: true,
  gone: Array.from({ length: PUSH_CLOSED_THREADS_MAX }, (_, at) => `u_${999_999_999_999_990 + at}`),
});

/** The longest payload of each kind, with the fields that the kind has (`server/domains/push`, `server/domains/calls/ring-push.ts`). */
const longest = (kind: PushKind) => {
  const { tid, uid, sid, order } = pushed(kind).about;
  const isCall = kind === 'call' || kind === 'callback' || kind === 'missed';
  return {
    ...pushed(kind),
    about:
      kind === 'payment'
        ? { order }
        : kind === 'friend' || kind === 'online'
          ? { uid, asked: kind === 'online' }
          : { tid, ...(isCall && { sid, uid }) },
  };
};

test('every push has the same length, whatever its kind, its ids and the notifications that it closes', () => {
  for (const kind of PUSH_KINDS) {
    for (const id of GOOD_IDS) {
      for (const gone of [[], pushed(kind).gone]) {
        const payload = payloadOf({ ...longest(kind), id, gone });
        const web = plainTextFor({ shape: 'web', lang: 'en', swScope: '' }, payload, 'tag');
        expect([kind, id, Buffer.byteLength(web)]).toEqual([kind, id, PUSH_PADDED_BYTES]);
        expect(readPushPayload(JSON.parse(web))).toEqual(payload);
        const tag = `thread:u_${'9'.repeat(15)}`;
        const apple = plainTextFor(
          { shape: 'apple', lang: 'ru', swScope: 'https://www.app.example.com/' },
          payload,
          tag,
        );
        expect([kind, id, Buffer.byteLength(apple)]).toEqual([kind, id, PUSH_PADDED_APPLE_BYTES]);
      }
    }
  }
});

test('a push that exceeds the fixed length is padded to a multiple of it', () => {
  const payload = payloadOf({ ...longest('message'), id: '\u{1f600}'.repeat(128) });
  const bytes = Buffer.byteLength(plainTextFor({ shape: 'web', lang: 'en', swScope: '' }, payload, 'tag'));
  expect([bytes > PUSH_PADDED_BYTES, bytes % PUSH_PADDED_BYTES]).toEqual([true, 0]);
});

test('an Apple push has a text in the token’s language, and links to a page that neither dials nor answers', () => {
  const shown = (kind: PushKind, lang: string) =>
    JSON.parse(
      plainTextFor(
        { shape: 'apple', lang, swScope: 'https://app.example/' },
        payloadOf({ ...pushed(kind), gone: [] }),
        'tag',
      ),
    );
  const german = shown('message', 'de-AT');
  expect(german).toMatchObject({
    web_push: 8030,
    mutable: true,
    notification: { lang: 'de-AT', dir: 'ltr', title: 'Neue Nachricht', tag: 'tag' },
  });
  expect(german.notification.navigate).toBe(`https://app.example/message/u_${'9'.repeat(15)}`);
  expect(shown('message', 'he').notification.dir).toBe('rtl');
  expect(shown('message', 'iw-IL').notification).toMatchObject({ lang: 'he-IL', dir: 'rtl' });
  expect(shown('message', 'zh').notification.lang).toBe('zh-Hant');
  expect(shown('message', 'xx').notification.lang).toBe('en');
  for (const kind of PUSH_KINDS) {
    const { title, navigate } = shown(kind, 'en').notification;
    expect([kind, title !== '', new URL(navigate).pathname.startsWith(CALL_PAGE)]).toEqual([kind, true, false]);
  }
});

test('a topic and an account tag do not reveal the user', () => {
  expect(topicOf(1, 'thread:u_2', 'secret')).toMatch(/^[\w-]{32}$/);
  expect(topicOf(1, 'thread:u_2', 'secret')).not.toBe(topicOf(2, 'thread:u_2', 'secret'));
  expect(accountTag(100_001)).toMatch(/^[\w-]{8}$/);
});

test('a token is parsed back unchanged, and any other text is rejected', () => {
  const options = {
    endpoint: 'https://fcm.googleapis.com/x',
    p256dh: 'p'.repeat(87),
    auth: 'a'.repeat(22),
    swScope: 'https://app.example/',
    vapidKey: 'v'.repeat(87),
  };
  for (const endpoint of ['https://a.b/', 'https://a.b/c', 'https://a.b/cd']) {
    expect(readPushToken(writePushToken({ ...options, endpoint }))).toEqual({ ...options, endpoint });
  }
  for (const token of [
    '',
    'gc1.',
    'gc1.=',
    'gc1.eyJ9',
    `gc1.${'e'.repeat(2_048)}`,
    writePushToken({ ...options, auth: 'short' }),
  ]) {
    expect(readPushToken(token)).toBeUndefined();
  }
});

const facts = (change: Partial<PushFacts>): PushFacts => ({
  tokens: [{ zone: 'Asia/Tokyo', refreshedAt: new Date() }] as unknown as PushFacts['tokens'],
  isAppVisible: false,
  settings: DEFAULT_SETTINGS,
  unread: 0,
  gone: [],
  isBlocked: () => false,
  isRinging: () => true,
  ...change,
});

test('quiet hours use the device time, also over midnight: messages are silent, calls ring, and other kinds are not sent', () => {
  const quietHours = { from: 22 * 60, to: 7 * 60 };
  const at = (time: string) => Date.parse(`2026-11-23T${time}:00+09:00`);
  const quiet = facts({ settings: { ...DEFAULT_SETTINGS, quietHours } });
  const said = (kind: PushKind, time: string) => decide({ kind, about: {} }, quiet, at(time));
  expect(['21:59', '22:00', '03:00', '06:59', '07:00'].map((time) => said('message', time))).toEqual([
    'loud',
    'silent',
    'silent',
    'silent',
    'loud',
  ]);
  expect([said('call', '23:00'), said('callback', '23:00'), said('online', '23:00'), said('checkIn', '23:00')]).toEqual(
    ['loud', 'loud', 'unwanted', 'unwanted'],
  );
  expect(minuteOfDay('Nowhere/At_all', at('09:30'))).toBe(30);
});

test('a push of a muted kind is sent when the user asked for it, and its payload says so', () => {
  const muted = facts({ settings: { ...DEFAULT_SETTINGS, mutedNotices: ['online'] } });
  const decided = (asked: boolean) => decide({ kind: 'online', about: { uid: 9001, asked } }, muted, 0);
  expect([decided(true), decided(false)]).toEqual(['loud', 'unwanted']);
  const sent = (asked: boolean) => payloadOf({ ...longest('online'), about: { uid: 9001, asked } }).r;
  expect([sent(true), sent(false)]).toEqual([1, undefined]);
});

test('messages and gifts of a muted conversation are not pushed, and its calls are', () => {
  const muted = facts({ settings: { ...DEFAULT_SETTINGS, conversations: { u_9001: { muted: true } } } });
  const decided = (kind: PushKind, tid: string) => decide({ kind, about: { tid, sid: 's' } }, muted, 0);
  expect((['message', 'gift', 'missed', 'call'] as const).map((kind) => decided(kind, 'u_9001'))).toEqual([
    'unwanted',
    'unwanted',
    'loud',
    'loud',
  ]);
  expect(decided('message', 'u_9002')).toBe('loud');
});

test('a push is sent for a ringing call at 0, 15, 30 and 45 s, and not after it stops ringing', () => {
  expect(decide({ kind: 'call', about: { sid: 's' } }, facts({ isRinging: () => false }), 0)).toBe('unwanted');
  const again = (now: number) => ringsAgainInMs({ kind: 'call', at: 0, expiresAt: 60_000 }, now);
  expect([1, 15_001, 30_001, 45_001].map(again)).toEqual([14_999, 14_999, 14_999, null]);
  expect(ringsAgainInMs({ kind: 'message', at: 0, expiresAt: 60_000 }, 1)).toBeNull();
});
