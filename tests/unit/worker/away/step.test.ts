import { describe, expect, test } from 'vitest';
import { type Brief, type BriefEffect, type BriefEvent, newBrief, stepBrief } from '../../../../worker/away/step.ts';

/** Plays events one after the other; returns where it ends and all that was to be done. */
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

test('it sends and reads, leaves, and gives the lock back', () => {
  expect(play(free, may, up, { type: 'drained' }, { type: 'closed' })).toEqual({
    phase: 'over',
    end: 'done',
    done: ['check', 'dial', 'work', 'close leave', 'free'],
  });
});

test('where a core lives, that one is told and this one does nothing', () => {
  expect(play({ type: 'lock', isFree: false }, up, { type: 'drained' })).toEqual({
    phase: 'over',
    end: 'busy',
    done: ['kick', 'free'],
  });
});

test.each(['idle', 'stale'] as const)('%s: it dials nowhere', (why) => {
  expect(play(free, { type: 'may', why })).toEqual({ phase: 'over', end: why, done: ['check', 'free'] });
});

test('a refused token ends the session, a broken line does not', () => {
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
  ])('%s', (_title, before, done) => {
    expect(play(...before, { type })).toMatchObject({ end, done });
  });

  test('while it leaves, it leaves; afterwards nothing more is done', () => {
    const leaving = [free, may, up, { type: 'drained' }] as const;
    expect(play(...leaving, { type }).end).toBe('done');
    const over = play(...leaving, { type: 'closed' }, { type }, up, { type: 'drained' }, { type: 'closed' });
    expect(over.done.filter((what) => what === 'free')).toHaveLength(1);
  });
});

test('whatever comes in whatever order, the lock is given back once at most, and always once it is over', () => {
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
