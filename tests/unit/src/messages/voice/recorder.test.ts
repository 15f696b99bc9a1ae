import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isRecording,
  type RecorderEvent,
  type RecorderState,
  stepRecorder,
} from '../../../../../src/messages/voice/recorder.ts';

/** The final state after the events, and the effects that they request. */
function play(...events: readonly RecorderEvent[]) {
  let state: RecorderState = { name: 'idle' };
  const effects: string[] = [];
  for (const event of events) {
    const step = stepRecorder(state, event);
    state = step.state;
    if (step.effect) effects.push(step.effect);
  }
  return { state, effects };
}
const press = { name: 'press' } as const;
const granted = { name: 'granted', at: 1_000 } as const;
const release = (at: number) => ({ name: 'release', at }) as const;
const made = { name: 'made' } as const;
const sent = { name: 'sent' } as const;

test('a held button records, and its release sends', () => {
  expect(play(press, granted, release(4_000), made, sent)).toEqual({
    state: { name: 'idle' },
    effects: ['ask', 'start', 'finish', 'send'],
  });
});

test('a recording becomes a draft, which can be sent again, when its message was not stored', () => {
  const unsent = [press, granted, release(4_000), made, { name: 'unsent' }] as const;
  expect(play(...unsent)).toEqual({ state: { name: 'draft' }, effects: ['ask', 'start', 'finish', 'send'] });
  expect(play(...unsent, { name: 'send' }).effects.at(-1)).toBe('send');
  expect(play(press, granted, release(4_000), made, press, { name: 'discard' }).state).toEqual({ name: 'sending' });
});

test('a slide aside discards the recording, a slide up locks it', () => {
  expect(play(press, granted, { name: 'slideAway' }, release(4_000))).toEqual({
    state: { name: 'idle' },
    effects: ['ask', 'start', 'cancel'],
  });
  expect(play(press, granted, { name: 'slideUp' }, release(4_000)).state).toEqual({ name: 'locked', since: 1_000 });
});

test('a tap records until it is stopped, also when the microphone is granted after it', () => {
  expect(play(press, granted, release(1_100)).state).toEqual({ name: 'locked', since: 1_000 });
  expect(play(press, release(500), granted).state).toEqual({ name: 'locked', since: 1_000 });
  expect(play(press, release(500), granted, { name: 'stop' }, made).state).toEqual({ name: 'draft' });
});

test('a call, a hidden page or the maximum duration turns the recording into a draft, which is sent or discarded', () => {
  const draft = [press, granted, { name: 'interrupt' }, made] as const;
  expect(play(...draft)).toEqual({ state: { name: 'draft' }, effects: ['ask', 'start', 'finish'] });
  expect(play(...draft, { name: 'send' }, sent)).toEqual({
    state: { name: 'idle' },
    effects: ['ask', 'start', 'finish', 'send'],
  });
  expect(play(...draft, { name: 'discard' }).effects.at(-1)).toBe('cancel');
});

describe('the microphone', () => {
  test('a refused microphone is reported, and may be requested again', () => {
    const refused = { name: 'refused', fault: 'denied' } as const;
    expect(play(press, refused).state).toEqual({ name: 'idle', fault: 'denied' });
    expect(play(press, refused, press).state).toEqual({ name: 'asking', held: true });
  });

  test('a microphone that is granted after the recording ended is released', () => {
    expect(play(press, { name: 'interrupt' }, granted)).toEqual({
      state: { name: 'idle' },
      effects: ['ask', 'cancel', 'cancel'],
    });
  });

  test('a recording becomes a draft when the microphone disappears', () => {
    expect(play(press, granted, { name: 'lost' })).toEqual({
      state: { name: 'ending', isSent: false },
      effects: ['ask', 'start', 'finish'],
    });
    expect(play(press, granted, { name: 'lost' }, { name: 'made' }).state).toEqual({ name: 'draft' });
  });

  test('a recording without a byte says that the microphone failed', () => {
    expect(play(press, granted, { name: 'stop' }, { name: 'nothing' }).state).toEqual({
      name: 'idle',
      fault: 'failed',
    });
  });
});

test('every started recording ends once and is sent again only after a failure, in any order of events', () => {
  const anyEvent: fc.Arbitrary<RecorderEvent> = fc.oneof(
    fc.constantFrom<RecorderEvent>(
      ...(
        [
          ...(['press', 'slideAway', 'slideUp', 'stop', 'interrupt', 'made', 'nothing', 'lost'] as const),
          ...(['send', 'sent', 'unsent', 'discard'] as const),
        ] as const
      ).map((name) => ({ name })),
    ),
    fc.record({ name: fc.constantFrom('release' as const, 'granted' as const), at: fc.nat({ max: 9_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      const { state, effects } = play(...events);
      const started = effects.filter((effect) => effect === 'start').length;
      const finished = effects.filter((effect) => effect === 'finish').length;
      const sends = effects.filter((effect) => effect === 'send').length;
      expect(finished).toBeLessThanOrEqual(started);
      expect(sends).toBeLessThanOrEqual(finished + events.filter(({ name }) => name === 'unsent').length);
      if (isRecording(state)) expect(started).toBeGreaterThan(finished);
    }),
  );
});
