import { describe, expect, test } from 'vitest';
import { type Brief, type BriefEffect, type BriefEvent, newBrief, stepBrief } from '../../../../worker/push/step.ts';

/** Applies the events in order; returns the final state and all effects. */
function play(...events: readonly BriefEvent[]) {
  let brief: Brief = newBrief;
  const done: string[] = [];
  for (const event of events) {
    const [next, effects] = stepBrief(brief, event);
    brief = next;
    done.push(...effects.map((effect: BriefEffect) => ('how' in effect ? `close ${effect.how}` : effect.type)));
  }
  return { ...brief, done };
}

const free = { type: 'lock', isFree: true } as const;
const may = { type: 'may', why: 'yes' } as const;
const up = { type: 'up' } as const;

test('a headless session sends and reads, closes, and releases the lock', () => {
  expect(play(free, may, up, { type: 'drained' }, { type: 'closed' })).toEqual({
    phase: 'over',
    end: 'done',
    done: ['check', 'dial', 'work', 'close leave', 'free'],
  });
});

test('a headless session notifies a running core and does nothing', () => {
  expect(play({ type: 'lock', isFree: false }, up, { type: 'drained' })).toEqual({
    phase: 'over',
    end: 'busy',
    done: ['kick', 'free'],
  });
});

test.each(['idle', 'stale'] as const)('%s: a headless session opens no connection', (why) => {
  expect(play(free, { type: 'may', why })).toEqual({ phase: 'over', end: why, done: ['check', 'free'] });
});

test('a headless session without an account sends the logout of a former one, and opens no stream', () => {
  const out = { type: 'may', why: 'signed-out' } as const;
  expect(play(free, out, up, { type: 'drained' }, { type: 'closed' })).toEqual({
    phase: 'over',
    end: 'done',
    done: ['check', 'send', 'close leave', 'free'],
  });
  expect(play(free, out, { type: 'hello' }, { type: 'closed' })).toMatchObject({ end: 'superseded' });
});

test('a refused token ends the session, a broken connection does not', () => {
  expect(play(free, may, { type: 'failed', why: 'refused' }).done).toContain('expire');
  expect(play(free, may, { type: 'failed', why: 'broken' })).toMatchObject({
    end: 'broken',
    done: ['check', 'dial', 'free'],
  });
  expect(play(free, may, up, { type: 'lost' }, { type: 'closed' })).toMatchObject({ end: 'broken' });
});

describe.each([
  ['hello', 'superseded'],
  ['deadline', 'late'],
] as const)('a %s', (type, end) => {
  test.each<[string, readonly BriefEvent[], readonly string[]]>([
    ['before the lock', [], ['free']],
    ['while it looks', [free], ['check', 'free']],
    ['while it dials', [free, may], ['check', 'dial', 'abort', 'free']],
    ['at work', [free, may, up], ['check', 'dial', 'work', 'close drop']],
  ])('a headless session ends with the event that arrives %s', (_title, before, done) => {
    expect(play(...before, { type })).toMatchObject({ end, done });
  });

  test('a headless session closes once when the event arrives while it closes', () => {
    const leaving = [free, may, up, { type: 'drained' }] as const;
    expect(play(...leaving, { type }).end).toBe('done');
    const over = play(...leaving, { type: 'closed' }, { type }, up, { type: 'drained' }, { type: 'closed' });
    expect(over.done.filter((what) => what === 'free')).toHaveLength(1);
  });
});

test('the lock is released at most once in any order of events, and always at the end', () => {
  const events: readonly BriefEvent[] = [
    ...([
      free,
      may,
      up,
      { type: 'drained' },
      { type: 'closed' },
      { type: 'hello' },
      { type: 'deadline' },
      { type: 'lost' },
    ] as const),
    ...([
      { type: 'failed', why: 'broken' },
      { type: 'may', why: 'idle' },
      { type: 'lock', isFree: false },
    ] as const),
  ];
  let seed = 7;
  for (let round = 0; round < 2_000; round += 1) {
    const order = Array.from({ length: 8 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return events[seed % events.length] as BriefEvent;
    });
    const { phase, done } = play(...order);
    expect(done.filter((what) => what === 'free')).toHaveLength(phase === 'over' ? 1 : 0);
  }
});
