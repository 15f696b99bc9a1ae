import { expect, test } from 'vitest';
import {
  newRefresh,
  type Refresh,
  type RefreshEffect,
  type RefreshEvent,
  stepRefresh,
} from '../../../../worker/away/lists-step.ts';

/** Plays events one after the other; returns where it ends and all that was to be done. */
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

test('it fetches, looks, and gives the lock back', () => {
  expect(play(free, may, fetched, { type: 'looked', act: 'reuse' })).toEqual({
    phase: 'over',
    end: 'done',
    done: ['check', 'fetch', 'look', 'free'],
  });
});

test.each(['renew', 'replace', 'forget'] as const)('%s is done here, and the server is to hear of it', (act) => {
  expect(play(free, may, fetched, { type: 'looked', act }, { type: 'kept' })).toEqual({
    phase: 'over',
    end: 'tells',
    done: ['check', 'fetch', 'look', `keep ${act}`, 'free'],
  });
});

test.each(['unsupported', 'skip', 'ask', 'off', 'wait', 'subscribe'] as const)('%s is left to a page', (act) => {
  expect(play(free, may, fetched, { type: 'looked', act })).toMatchObject({ phase: 'over', end: 'done' });
});

test('where a core lives, somebody signed out, or a newer build was here, nothing is fetched', () => {
  expect(play({ type: 'lock', isFree: false }, may, fetched)).toEqual({ phase: 'over', end: 'busy', done: ['free'] });
  for (const why of ['idle', 'stale'] as const)
    expect(play(free, { type: 'may', why }, fetched)).toEqual({ phase: 'over', end: why, done: ['check', 'free'] });
});

test('a refused token ends the session, and no look follows', () => {
  expect(play(free, may, { type: 'fetched', isRefused: true }).done).toEqual(['check', 'fetch', 'expire', 'free']);
});

test('whenever a core of a page comes, or time is up, the lock is given back, once', () => {
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
