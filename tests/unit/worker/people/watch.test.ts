import xml, { type Element } from '@xmpp/xml';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveStatus, readWatch, writePresence, writeWatchAgain } from '#contract/people/presence.ts';
import { createPresenceWatch } from '../../../../worker/people/watch.ts';

const GATE = 'gate.chat.example';

/** A presence watch with a gate whose answers the test turns on and off. */
function watching() {
  const wanted: number[] = [];
  const stored: (readonly [number, LiveStatus])[] = [];
  const asked: number[][] = [];
  const gate = { answers: true };
  const watch = createPresenceWatch({ wanted: () => wanted, gate: () => GATE, store: (seen) => stored.push(...seen) });
  const ask = async (stanza: Element) => {
    asked.push(readWatch(stanza.getChildElements()[0])?.uids ?? []);
    if (!gate.answers) return undefined;
    return xml('iq', { type: 'result', from: GATE }, writePresence(new Map(wanted.map((uid) => [uid, 'online']))));
  };
  return { watch, wanted, stored, asked, ask, gate };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const settle = () => vi.advanceTimersByTimeAsync(200);

test('the users shown in the tabs are sent to the gate when they stop changing, and its answer is stored', async () => {
  const { watch, wanted, stored, asked, ask } = watching();
  watch.open(ask);
  for (const uid of [9002, 9001, 9002]) {
    wanted.push(uid);
    watch.changed();
  }
  await settle();
  expect(asked).toEqual([[9001, 9002]]);
  expect(stored).toContainEqual([9001, 'online']);
});

test('the same watch is sent once, and again on a new stream', async () => {
  const { watch, wanted, asked, ask } = watching();
  wanted.push(9001);
  watch.open(ask);
  await settle();
  watch.changed();
  await settle();
  expect(asked).toEqual([[9001]]);
  watch.open(ask);
  await settle();
  expect(asked).toEqual([[9001], [9001]]);
});

test('a lost watch is sent with the next change', async () => {
  const { watch, wanted, asked, ask, gate } = watching();
  wanted.push(9001);
  gate.answers = false;
  watch.open(ask);
  await settle();
  gate.answers = true;
  watch.changed();
  await settle();
  expect(asked).toEqual([[9001], [9001]]);
});

test('a presence push is accepted from the gate only', () => {
  const { watch, stored } = watching();
  const push = (from: string) => xml('message', { type: 'headline', from }, writePresence(new Map([[9001, 'busy']])));
  for (const from of ['u_9001@chat.example', 'hub.chat.example', 'gate.chat.example.evil', `${GATE}/x`]) {
    expect(watch.take(push(from))).toBe(false);
  }
  expect(stored).toEqual([]);
  expect(watch.take(push(GATE))).toBe(true);
  expect(stored).toEqual([[9001, 'busy']]);
});

test('a new gate gets the watch again', async () => {
  const { watch, wanted, asked, ask } = watching();
  wanted.push(9001);
  watch.open(ask);
  await settle();
  watch.take(xml('message', { type: 'headline', from: GATE }, writeWatchAgain()));
  await settle();
  expect(asked).toEqual([[9001], [9001]]);
});

test('the same users are shown and read again when another account signs in', async () => {
  const shown: (readonly number[])[] = [];
  const asked: (readonly number[])[] = [];
  const watch = createPresenceWatch({
    wanted: () => [9001],
    gate: () => GATE,
    store: () => {},
    onShown: (uids) => shown.push(uids),
    askOtherwise: async (uids) => {
      asked.push(uids);
      return new Map();
    },
  });
  watch.changed();
  await settle();
  watch.changed();
  watch.stop();
  await settle();
  expect(shown).toEqual([[9001]]);
  watch.changed();
  await settle();
  expect([shown, asked]).toEqual([
    [[9001], [9001]],
    [[9001], [9001]],
  ]);
});

test('presence is read over HTTP when no stream answers, once for the same users', async () => {
  const [shown, otherwise]: [number[][], number[][]] = [[], []];
  const stored: (readonly [number, LiveStatus])[] = [];
  const watch = createPresenceWatch({
    wanted: () => [9001],
    gate: () => GATE,
    store: (seen) => stored.push(...seen),
    onShown: (uids) => shown.push([...uids]),
    askOtherwise: async (uids) => {
      otherwise.push([...uids]);
      return new Map(uids.map((uid) => [uid, 'busy'] as const));
    },
  });
  for (let times = 0; times < 2; times += 1) {
    watch.changed();
    await settle();
  }
  expect([shown, otherwise]).toEqual([[[9001]], [[9001]]]);
  expect(stored).toEqual([[9001, 'busy']]);
});

test('presence is read over HTTP at once when the stream is lost, also for users whose request was lost with it', async () => {
  const wanted = [9001];
  const otherwise: number[][] = [];
  const watch = createPresenceWatch({
    wanted: () => wanted,
    gate: () => GATE,
    store: () => {},
    askOtherwise: async (uids) => {
      otherwise.push([...uids]);
      return new Map();
    },
  });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let requests = 0;
  watch.open(() => {
    requests += 1;
    return promise;
  });
  await settle();
  watch.close();
  resolve(undefined);
  await settle();
  expect([requests, otherwise]).toEqual([1, [[9001]]]);
  wanted.push(9002);
  watch.changed();
  await settle();
  expect([requests, otherwise]).toEqual([1, [[9001], [9001, 9002]]]);
});
