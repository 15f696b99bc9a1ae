import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ConnectionState } from '#contract/core.ts';
import { createLiveStore } from '../../../../src/data/live-store.ts';
import { createReturnWatch } from '../../../../src/data/use-on-reconnect.ts';

/** A store whose read the test resolves. */
function storeOf(first: () => string | undefined) {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  return { store: createLiveStore<string | null>(() => promise, first), answer: resolve };
}

test('the previous result is shown at once, until the database responds', async () => {
  const given = ['early'];
  const { store, answer } = storeOf(() => given.pop());
  expect(store.now()).toBe('early');
  const changed = new Promise<void>((resolve) => {
    store.subscribe(resolve);
  });
  expect(store.nowOrThrow()).toBe('early');
  answer('late');
  await changed;
  expect(store.now()).toBe('late');
});

test('a later first subscriber does not get the previous result', async () => {
  const given = ['early'];
  const { store } = storeOf(() => given.pop());
  expect(store.now()).toBe('early');
  store.subscribe(() => {})();
  expect(store.now()).toBeUndefined();
});

test('a missing row is a result', async () => {
  const { store, answer } = storeOf(() => undefined);
  const changed = new Promise<void>((resolve) => {
    store.subscribe(resolve);
  });
  expect(store.now()).toBeUndefined();
  answer(null);
  await changed;
  expect(store.now()).toBeNull();
  expect(store.nowOrThrow()).toBeNull();
});

test('a connection comes back when it was seen lost, not when its state is read for the first time', () => {
  const back = (...states: (ConnectionState | undefined)[]) => states.map(createReturnWatch());
  expect(back(undefined, 'connected', 'connected')).toEqual([false, false, false]);
  expect(back('disconnected', 'connecting', 'connected', 'connected')).toEqual([false, false, true, false]);
  expect(back('connected', 'disconnected', undefined, 'connected')).toEqual([false, false, false, true]);
});
