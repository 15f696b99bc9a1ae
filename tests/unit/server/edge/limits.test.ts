import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { LOGINS_PER_MINUTE } from '../../../../contract/account/rules.ts';
import {
  EDGE_PINGS_UNANSWERED_MAX,
  EDGE_TURN_FRAMES,
  FLOOD_AWAY_MAX_MS,
  FLOOD_AWAY_MS,
  FLOOD_END_AFTER_REFUSALS,
  FLOOD_FORGIVEN_PER_SECOND,
  FLOOD_SLOW_AFTER_REFUSALS,
  STRANGE_STREAMS_MAX,
  STREAM_LOGINS_PER_MINUTE,
  UNKNOWN_ACCOUNT_MS,
  WRONG_LOGINS_PER_ADDRESS_PER_MINUTE,
} from '../../../../server/platform/edge/bounds.ts';
import { createAbuseThrottle } from '../../../../server/platform/edge/limits/abuse-throttle.ts';
import { createConnectionLimiter } from '../../../../server/platform/edge/limits/connection-limiter.ts';
import { limitStreamLogins } from '../../../../server/platform/edge/limits/wrong-logins.ts';
import { streamMemory } from '../../../../server/platform/edge/memory.ts';
import { isOriginAllowed } from '../../../../server/platform/edge/origin.ts';
import { paceFrames } from '../../../../server/platform/edge/pace.ts';
import { createPolicyCache } from '../../../../server/platform/edge/policies.ts';
import type { EdgeStream } from '../../../../server/platform/edge/ports.ts';
import { clientAddress, clientCountry } from '../../../../server/platform/http/client-address.ts';
import { policyOf, signedInStream } from './fake-stream.ts';

let now = 0;
const clock = { now: () => now };

test('a client with too many refusals is slowed, then disconnected, then locked out, longer each time, and finally unlocked', () => {
  const floods = createAbuseThrottle(true, clock);
  const verdicts = Array.from({ length: FLOOD_END_AFTER_REFUSALS }, () => floods.refused(1).do);
  expect(verdicts.indexOf('pause')).toBe(FLOOD_SLOW_AFTER_REFUSALS);
  expect(verdicts.indexOf('end')).toBe(FLOOD_END_AFTER_REFUSALS - 1);
  expect([floods.remainingPauseMs(1), floods.remainingPauseMs(2)]).toEqual([FLOOD_AWAY_MS, 0]);
  // Refusals on another stream of the user do not extend the lockout.
  expect(floods.refused(1).do).toBe('end');
  expect(floods.remainingPauseMs(1)).toBe(FLOOD_AWAY_MS);
  now += FLOOD_AWAY_MS;
  expect(floods.remainingPauseMs(1)).toBe(0);
  while (floods.refused(1).do !== 'end');
  expect(floods.remainingPauseMs(1)).toBe(2 * FLOOD_AWAY_MS);
  now += 3 * FLOOD_AWAY_MAX_MS;
  expect(floods.refused(1).do).toBe('go-on');
  while (floods.refused(1).do !== 'end');
  expect(floods.remainingPauseMs(1)).toBe(FLOOD_AWAY_MS);
});

test('rare refusals have no consequence', () => {
  const floods = createAbuseThrottle(true, clock);
  for (let n = 0; n < 1_000; n += 1) {
    expect(floods.refused(3).do).toBe('go-on');
    now += 1_000 / FLOOD_FORGIVEN_PER_SECOND;
  }
});

test('wrong logins are counted by account and address, and by address; successful ones only in total', () => {
  const attempt = limitStreamLogins(true, clock);
  for (let n = 0; n < LOGINS_PER_MINUTE; n += 1) expect(attempt(1, 'a')).toBeDefined();
  expect(attempt(1, 'a')).toBeUndefined();
  // Wrong logins from one address do not lock the account at another.
  expect(attempt(1, 'b')).toBeDefined();
  for (let uid = 2; uid < 2 + WRONG_LOGINS_PER_ADDRESS_PER_MINUTE - LOGINS_PER_MINUTE; uid += 1) attempt(uid, 'a');
  expect(attempt(99, 'a')).toBeUndefined();
  for (let n = 0; n < STREAM_LOGINS_PER_MINUTE; n += 1) attempt(5, 'c')?.right();
  expect(attempt(5, 'c')).toBeUndefined();
  now += 60_000;
  expect([attempt(1, 'a'), attempt(99, 'a'), attempt(5, 'c')].every(Boolean)).toBe(true);
});

test('the oldest stream without a login is closed when there are too many of them', () => {
  const crowd = createConnectionLimiter(clock);
  const ended: string[] = [];
  const streams = Array.from({ length: STRANGE_STREAMS_MAX + 2 }, (_, n): EdgeStream => {
    const stream: EdgeStream = {
      id: String(n),
      checkLiveness: () => undefined,
      checkActivity: () => undefined,
      shutdown: () => undefined,
      end(condition) {
        ended.push(`${n} ${condition}`);
        crowd.onClosed(stream, `address ${n}`, undefined);
      },
    };
    return stream;
  });
  for (const [n, stream] of streams.entries()) {
    crowd.onOpened(stream, `address ${n}`);
    // The second stream has logged in by now.
    if (n === 1) crowd.onLoggedIn(stream, 'address 1', 7);
  }
  expect(ended).toEqual(['0 resource-constraint']);
  expect(crowd.all.size).toBe(STRANGE_STREAMS_MAX + 1);
});

test('an address with many logins in progress gives way to other addresses when there are too many logins', () => {
  const crowd = createConnectionLimiter(clock, 4);
  const ended: string[] = [];
  const open = (id: string, address: string) => {
    const stream: EdgeStream = {
      id,
      checkLiveness: () => undefined,
      checkActivity: () => undefined,
      shutdown: () => undefined,
      end() {
        ended.push(id);
        crowd.onClosed(stream, address, undefined);
      },
    };
    crowd.onOpened(stream, address);
  };
  for (const id of ['a1', 'a2', 'a3']) open(id, 'crowded');
  open('b1', 'quiet');
  expect(crowd.isFull('crowded')).toBe(true);
  expect(crowd.isFull('new')).toBe(false);
  open('c1', 'new');
  open('d1', 'newer');
  expect(ended).toEqual(['a1', 'a2']);
  // No address has more logins than the others now, so a new connection would only replace another login.
  expect(crowd.isFull('another')).toBe(true);
});

test('a missing account is looked up once, and again after a while or after a change', async () => {
  const asked: number[] = [];
  let announce = (_uid: number | 'all') => {};
  const policies = createPolicyCache(
    {
      load: async (uid) => void asked.push(uid),
      onChange(listener) {
        announce = listener;
        return () => undefined;
      },
    },
    clock,
  );
  const look = async () => policies.get(5) === undefined && (await policies.load(5));
  for (let n = 0; n < 10; n += 1) await look();
  expect([asked.length, policies.get(5)]).toEqual([1, null]);
  announce(5);
  await look();
  now += UNKNOWN_ACCOUNT_MS;
  await look();
  expect(asked).toHaveLength(3);
});

test('a stream remembers a bounded number of held peers', () => {
  const memory = streamMemory(clock);
  for (let peer = 0; peer < 2_000; peer += 1) memory.refused(peer, 'held');
  expect(memory.isHeld(0, 'later')).toBe(false);
  expect(memory.isHeld(1_999, 'later')).toBe(true);
});

test('accounts beyond their rate are not looked up', async () => {
  const loaded: number[] = [];
  const { client, server } = await signedInStream({
    load: async (uid) => {
      loaded.push(uid);
      return policyOf(uid);
    },
    withinRate: (_uid, rateClass) => rateClass !== 'look-up' || loaded.length < 4,
  });
  for (let to = 10; to < 20; to += 1) {
    client.arrives(`<message xmlns='jabber:client' type='chat' id='m' to='u_${to}@localhost'><body/></message>`);
  }
  while (client.isPaused) await Promise.resolve();
  expect(loaded).toEqual([1, 10, 11, 12]);
  expect(server.sent.filter((text) => text.includes('reason="rate"'))).toHaveLength(7);
});

test('a burst is processed in slices', async () => {
  const held: string[] = [];
  const released = new Promise<void>((resolve) => {
    const pace = paceFrames({ hold: (reason) => void held.push(reason), release: () => resolve() });
    for (let n = 0; n < EDGE_TURN_FRAMES; n += 1) pace();
  });
  expect(held).toEqual(['pace']);
  await released;
});

test('a silent client is pinged, then disconnected; its session is kept for a resume', async () => {
  const { client, server, stream, context } = await signedInStream();
  for (let n = 0; n < 10; n += 1) {
    stream.checkLiveness();
    client.emit('pong');
  }
  expect([client.pings, client.ended]).toEqual([10, []]);
  for (let n = 0; n < EDGE_PINGS_UNANSWERED_MAX; n += 1) stream.checkLiveness();
  expect(client.ended).toEqual([]);
  stream.checkLiveness();
  // An orderly close, because a reset would make the XMPP server drop unread data.
  expect([client.ended[0], server.ended[0]]).toEqual(['terminate', 'close ']);
  expect(server.sent.filter((text) => text.includes('<close'))).toEqual([]);
  expect(context.crowd.all.size).toBe(0);
});

test('a request that names two hosts, or a foreign target, is refused', () => {
  const open = (url: string, ...hosts: string[]) =>
    isOriginAllowed(
      {
        url,
        headers: { host: hosts[0], origin: `http://${hosts[0]}` },
        rawHeaders: hosts.flatMap((host) => ['Host', host]),
      } as unknown as IncomingMessage,
      [],
      false,
      ['gem.example'],
    );
  expect(open('/xmpp-websocket', 'gem.example')).toBe(true);
  expect(open('http://gem.example/xmpp-websocket', 'gem.example')).toBe(true);
  expect(open('/xmpp-websocket', 'gem.example', 'evil.example')).toBe(false);
  expect(open('http://evil.example/xmpp-websocket', 'gem.example')).toBe(false);
});

test("a client's address is the one before the trusted proxies, and a household counts as one address", () => {
  const from = (remoteAddress: string, forwarded?: string, trusted: readonly string[] = ['loopback', '10.0.0.0/8']) =>
    clientAddress(trusted)({
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage);
  expect(from('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7');
  expect(from('127.0.0.1', 'forged, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9');
  expect(from('::ffff:127.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
  expect(from('127.0.0.1', '203.0.113.9', [])).toBe('127.0.0.1');
  expect(from('127.0.0.1')).toBe('127.0.0.1');
  expect(from('127.0.0.1', '::FFFF:203.0.113.9, ::ffff:a01:203')).toBe('203.0.113.9');
  expect(from('::1', '203.0.113.9')).toBe('203.0.113.9');
  expect(from('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(from('127.0.0.1', '203.0.113.9:40123')).toBe('203.0.113.9');
  expect(from('127.0.0.1', '[2001:db8::6]:40123, 10.1.2.3:80')).toBe('2001:db8:0:0::/64');
});

test.each([
  '',
  ' ',
  ',',
  ', ,',
  'unknown',
  '_hidden',
  'localhost',
  '[::1',
  '203.0.113.9, unknown',
  '203.0.113.9,',
  'x'.repeat(10_000),
  ','.repeat(10_000),
  '%s%n',
  '::1%'.padEnd(10_000, 'z'),
])("a forwarded value that is not an address counts as the proxy's address, row %#", (forwarded) => {
  const request = { socket: { remoteAddress: '10.9.8.7' }, headers: { 'x-forwarded-for': forwarded } };
  expect(clientAddress(['10.0.0.0/8', 'loopback'])(request as unknown as IncomingMessage)).toBe('10.9.8.7');
});

test('a closed socket has no address, whatever its headers', () => {
  const request = { socket: {}, headers: { 'x-forwarded-for': '203.0.113.9' } } as unknown as IncomingMessage;
  expect(clientAddress(['loopback'])(request)).toBe('');
});

test('the country of a client is read from the header of a trusted proxy only, and only if it is one', () => {
  const countryOf = (remoteAddress: string, value: string | string[] | undefined) =>
    clientCountry('CF-IPCountry', ['10.0.0.0/8'])({
      headers: { 'cf-ipcountry': value },
      socket: { remoteAddress },
    } as unknown as IncomingMessage);
  expect(countryOf('10.0.0.1', 'DE')).toBe('DE');
  // A client that reaches the server directly may send any header.
  expect(countryOf('192.0.2.1', 'DE')).toBe('');
  for (const value of ['XX', 'T1', 'de', 'DEU', '', undefined, ['DE', 'FR']])
    expect(countryOf('10.0.0.1', value)).toBe('');
});
