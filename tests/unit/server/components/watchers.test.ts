import type { Element } from '@xmpp/xml';
import xml from '@xmpp/xml';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveStatus, readPresence, readPresenceNews, writeWatch } from '#contract/people/presence.ts';
import { watchPresence } from '../../../../server/platform/services/watchers.ts';

const GATE = 'gate.localhost';
const silent = { info: () => undefined, warn: () => undefined };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The watch module of the gate, with users whose presence the test changes. */
function start(times = {}) {
  const statuses = new Map<number, LiveStatus>();
  const open = new Set<string>();
  const sent: Element[] = [];
  const state = { down: false, queries: 0, asked: [] as number[], here: new Set([5, 6]) };
  const watchers = watchPresence({
    domain: 'localhost',
    times,
    log: silent,
    source: {
      async statusOf(uids) {
        state.queries += 1;
        if (state.down) throw new Error('no database');
        return new Map(uids.map((uid) => [uid, statuses.get(uid) ?? 'offline']));
      },
      blocksBetween: async () => () => false,
      async openStreams(streams) {
        state.asked.push(streams.length);
        return new Set(streams.filter((stream) => open.has(stream)));
      },
    },
    here: () => state.here,
    send(stanza) {
      stanza.attrs['from'] = GATE;
      return sent.push(stanza) > 0;
    },
  });
  return {
    watchers,
    state,
    sent,
    open,
    watch(uids: number[], stream = 's1', from = 'u_5@localhost/tab') {
      const iq = xml('iq', { type: 'set', from, id: stream }, writeWatch(uids, stream));
      expect(watchers.take(iq)).toBe(true);
      return vi.advanceTimersByTimeAsync(0);
    },
    become(uid: number, status: LiveStatus, payload = String(uid)) {
      statuses.set(uid, status);
      watchers.changed(payload);
    },
    /** The presence changes sent since the previous call. */
    told: () =>
      sent.splice(0).flatMap((stanza) => {
        const found = readPresenceNews(stanza, GATE);
        return found?.kind === 'changed' ? [Object.fromEntries(found.statuses)] : [];
      }),
  };
}

test('simultaneous changes are sent together, and one that is reverted is not sent', async () => {
  const { watch, become, told, state } = start();
  await watch([1, 2, 3]);
  told();
  const before = state.queries;
  become(1, 'online');
  become(2, 'busy');
  become(3, 'online');
  become(3, 'offline');
  await vi.advanceTimersByTimeAsync(199);
  expect(told()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told()).toEqual([{ 1: 'online', 2: 'busy' }]);
  expect(state.queries).toBe(before + 1);
});

test('a user whose stream breaks is offline after three seconds, unless the user returns before', async () => {
  const { watch, become, told } = start();
  become(1, 'online');
  become(2, 'online');
  await watch([1, 2]);
  become(1, 'offline', '1 their-stream');
  become(2, 'offline', '2 their-stream');
  await vi.advanceTimersByTimeAsync(2_000);
  become(2, 'online');
  await vi.advanceTimersByTimeAsync(1_199);
  expect(told()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told()).toEqual([{ 1: 'offline' }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told()).toEqual([]);
});

test('every break of a stream starts a new timeout of three seconds', async () => {
  const { watch, become, told } = start();
  become(1, 'online');
  await watch([1]);
  for (const _ of [1, 2, 3]) {
    become(1, 'offline', '1 their-stream');
    await vi.advanceTimersByTimeAsync(2_900);
    become(1, 'online');
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(told()).toEqual([]);
});

test('a user who closes the stream is offline at once, also after a break', async () => {
  const { watch, become, told } = start();
  become(1, 'online');
  await watch([1]);
  become(1, 'offline', '1 their-stream');
  await vi.advanceTimersByTimeAsync(1_000);
  become(1, 'offline', '1 !');
  await vi.advanceTimersByTimeAsync(200);
  expect(told()).toEqual([{ 1: 'offline' }]);
});

test('changes are read again after an outage of the database, and a watch during it is refused with a wait', async () => {
  const { watch, become, told, state, sent } = start();
  await watch([1]);
  told();
  state.down = true;
  become(1, 'online');
  await vi.advanceTimersByTimeAsync(1_000);
  await watch([2], 's2', 'u_6@localhost/tab');
  expect(String(sent)).toContain('internal-server-error');
  told();
  state.down = false;
  await vi.advanceTimersByTimeAsync(1_200);
  expect(told()).toEqual([{ 1: 'online' }]);
});

test('a watch whose stream ended unannounced is removed after a timeout, and one of an open stream stays', async () => {
  const { watch, watchers, open } = start();
  open.add('s2');
  await watch([1, 2]);
  await watch([2, 3], 's2', 'u_6@localhost/tab');
  await vi.advanceTimersByTimeAsync(60_000);
  await watch([7], 's3', 'u_7@localhost/tab');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(watchers.size()).toEqual({ watchers: 2, watched: 3 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(watchers.size()).toEqual({ watchers: 1, watched: 2 });
});

test('every status is read again after lost notifications', async () => {
  const { watch, watchers, become, told } = start();
  await watch([1]);
  told();
  become(1, 'online', '99');
  watchers.missed();
  await vi.advanceTimersByTimeAsync(200);
  expect(told()).toEqual([{ 1: 'online' }]);
});

test('a new gate asks every online client to watch again', async () => {
  const { watch, watchers, sent } = start();
  await watch([1]);
  sent.length = 0;
  watchers.online();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.map(({ attrs }) => attrs['to'])).toEqual(['u_5@localhost', 'u_6@localhost']);
  expect(sent.map((stanza) => readPresenceNews(stanza, GATE))).toEqual(Array(2).fill({ kind: 'watch-again' }));
  expect(watchers.size()).toEqual({ watchers: 0, watched: 0 });
});

test('a new gate also asks a stream that is registered during the first round, but none that is registered later', async () => {
  const { watchers, sent, state } = start();
  watchers.online();
  await vi.advanceTimersByTimeAsync(0);
  sent.length = 0;
  state.here.add(7);
  watchers.changed('7');
  watchers.changed('8 ended-stream');
  // User 10 is connected to another process.
  watchers.changed('10');
  expect(sent.map(({ attrs }) => attrs['to'])).toEqual(['u_7@localhost']);
  await vi.advanceTimersByTimeAsync(10_000);
  watchers.changed('9');
  expect(sent).toHaveLength(1);
});

test.each([
  ['without a stream', { from: 'u_5@localhost/tab', stream: undefined }],
  ['of an account, not of a stream', { from: 'u_5@localhost', stream: 's1' }],
  ['of a service', { from: 'hub.localhost', stream: 's1' }],
  ['of another domain', { from: 'u_5@elsewhere/tab', stream: 's1' }],
])('a watch %s is refused', async (_title, { from, stream }) => {
  const { watchers, sent } = start();
  watchers.take(xml('iq', { type: 'set', from, id: 'x' }, writeWatch([1], stream)));
  await vi.advanceTimersByTimeAsync(0);
  expect(String(sent)).toContain('bad-request');
  expect(watchers.size().watchers).toBe(0);
});

test('a hundred watches at once are answered by a few queries', async () => {
  const { watchers, sent, state } = start();
  for (let n = 1; n <= 100; n += 1) {
    watchers.take(xml('iq', { type: 'set', from: `u_${n}@localhost/tab`, id: 'x' }, writeWatch([n, n + 1], `s${n}`)));
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.filter((stanza) => readPresence(stanza)?.size === 2)).toHaveLength(100);
  expect(state.queries).toBeLessThanOrEqual(5);
});

test('missed ends of streams are searched in slices, each stream at an interval', async () => {
  const { watch, watchers, open, state } = start({ sweepMs: 60_000 });
  for (let at = 0; at < 1_200; at += 1) await watch([1], `s${at}`, `u_${at + 1}@localhost/tab`);
  for (let at = 0; at < 1_100; at += 1) open.add(`s${at}`);
  await vi.advanceTimersByTimeAsync(125_000);
  expect(Math.max(...state.asked)).toBeLessThanOrEqual(500);
  expect(state.asked.reduce((sum, size) => sum + size, 0)).toBe(1_200);
  expect(watchers.size().watchers).toBe(1_100);
});
