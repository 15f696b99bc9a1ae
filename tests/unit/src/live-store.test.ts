import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createLiveStore } from '../../../src/data/live-store.ts';

/** A store whose read is answered by hand. */
function storeOf(first: () => string | undefined) {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  return { store: createLiveStore<string | null>(() => promise, first), answer: resolve };
}

test('what was read before is there at once, until the database answers', async () => {
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

test('the next subscriber after the last is given nothing of what was', async () => {
  const given = ['early'];
  const { store } = storeOf(() => given.pop());
  expect(store.now()).toBe('early');
  store.subscribe(() => {})();
  expect(store.now()).toBeUndefined();
});

test('what is not there is an answer too', async () => {
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
