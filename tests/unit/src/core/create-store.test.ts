import { expect, test, vi } from 'vitest';
import { createStore } from '../../../../src/create-store.ts';

test('a listener is called once per change when the value is set', () => {
  const store = createStore(1);
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  store.set(2);
  expect(store.get()).toBe(2);
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  store.set(3);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a listener is not called when the same value is set', () => {
  const store = createStore<object | number>(Number.NaN);
  const listener = vi.fn();
  store.subscribe(listener);
  store.set(Number.NaN);
  expect(listener).not.toHaveBeenCalled();
  store.set({});
  store.set({});
  expect(listener).toHaveBeenCalledTimes(2);
});

test('other listeners are called when one stops during a change', () => {
  const store = createStore(0);
  const last = vi.fn();
  const stop = store.subscribe(() => stop());
  store.subscribe(last);
  store.set(1);
  store.set(2);
  expect(last).toHaveBeenCalledTimes(2);
});

test('a source runs only while the store has listeners', () => {
  const log: string[] = [];
  const store = createStore(0, () => {
    log.push('start');
    return () => void log.push('stop');
  });
  store.set(1);
  const stopFirst = store.subscribe(() => {});
  const stopSecond = store.subscribe(() => {});
  stopFirst();
  stopFirst();
  expect(log).toEqual(['start']);
  stopSecond();
  stopSecond();
  expect(log).toEqual(['start', 'stop']);
  store.subscribe(() => {});
  expect(log).toEqual(['start', 'stop', 'start']);
});

test('the first listener is not called when the source sets the value at its start', () => {
  const store = createStore('old', () => {
    store.set('new');
    return () => {};
  });
  const listener = vi.fn();
  store.subscribe(listener);
  expect(store.get()).toBe('new');
  expect(listener).not.toHaveBeenCalled();
});
