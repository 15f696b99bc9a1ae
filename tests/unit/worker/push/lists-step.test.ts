import { expect, test } from 'vitest';
import {
  newRefresh,
  type Refresh,
  type RefreshEffect,
  type RefreshEvent,
  stepRefresh,
} from '../../../../worker/push/lists-step.ts';

/** Applies the events in order; returns the final state and all effects. */
function play(...events: readonly RefreshEvent[]) {
  let refresh: Refresh = newRefresh;
  const done: string[] = [];
  for (const event of events) {
    const [next, effects] = stepRefresh(refresh, event);
    refresh = next;
    done.push(...effects.map((effect: RefreshEffect) => ('how' in effect ? `keep ${effect.how}` : effect.type)));
  }
  return { ...refresh, done };
}

const free = { type: 'lock', isFree: true } as const;
const may = { type: 'may', why: 'yes' } as const;
const fetched = { type: 'fetched', isRefused: false } as const;

test('a background refresh fetches the list, checks the push subscription, and releases the lock', () => {
  expect(play(free, may, fetched, { type: 'looked', act: 'reuse' })).toEqual({
    phase: 'over',
    end: 'done',
    done: ['check', 'fetch', 'look', 'free'],
  });
});

test.each(['renew', 'replace', 'forget'] as const)(
  'the push action %s is done in the background, and the server is notified',
  (act) => {
    expect(play(free, may, fetched, { type: 'looked', act }, { type: 'kept' })).toEqual({
      phase: 'over',
      end: 'tells',
      done: ['check', 'fetch', 'look', `keep ${act}`, 'free'],
    });
  },
);

test.each(['unsupported', 'skip', 'ask', 'off', 'wait', 'subscribe'] as const)(
  'the push action %s is left to a page',
  (act) => {
    expect(play(free, may, fetched, { type: 'looked', act })).toMatchObject({ phase: 'over', end: 'done' });
  },
);

test('nothing is fetched when a core runs, the user signed out, or a newer build ran here', () => {
  expect(play({ type: 'lock', isFree: false }, may, fetched)).toEqual({ phase: 'over', end: 'busy', done: ['free'] });
  for (const why of ['idle', 'stale'] as const)
    expect(play(free, { type: 'may', why }, fetched)).toEqual({ phase: 'over', end: why, done: ['check', 'free'] });
});

test('a refused token ends the session without a check of the push subscription', () => {
  expect(play(free, may, { type: 'fetched', isRefused: true }).done).toEqual(['check', 'fetch', 'expire', 'free']);
});

test('the lock is released once when the core of a page arrives or the time is over', () => {
  const way: readonly RefreshEvent[] = [free, may, fetched, { type: 'looked', act: 'renew' }, { type: 'kept' }];
  for (const last of [{ type: 'hello' }, { type: 'deadline' }] as const) {
    for (let n = 0; n <= way.length; n += 1) {
      const { phase, end, done } = play(...way.slice(0, n), last, ...way, last);
      expect(phase).toBe('over');
      expect(done.filter((what) => what === 'free')).toHaveLength(1);
      if (n < way.length) expect([end, done.at(-2)]).toEqual([last.type === 'hello' ? 'superseded' : 'late', 'cancel']);
    }
  }
});
