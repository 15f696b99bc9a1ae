import { describe, expect, test } from 'vitest';
import { type Arrival, NO_SCENES, type SceneQueue, seedOf, stepScenes } from '../../../../src/gifts/scenes/queue.ts';

const NOW = 1_000_000;

const gift = (combo: string, more: Partial<Arrival> = {}): Arrival => ({
  combo,
  gift: 'rose',
  size: 'pop',
  count: 1,
  own: false,
  from: 'Amara',
  at: NOW,
  ...more,
});
const come = (queue: SceneQueue, arrivals: readonly Arrival[], now = NOW) =>
  arrivals.reduce((before, arrival) => stepScenes(before, { kind: 'arrived', arrival, now }), queue);
const end = (queue: SceneQueue, now = NOW) => stepScenes(queue, { kind: 'ended', now });
const ring = (queue: SceneQueue, ringing: boolean, now = NOW) => stepScenes(queue, { kind: 'ringing', ringing, now });
const waiting = (queue: SceneQueue) => queue.waiting.map(({ combo }) => combo);

/** The scenes in the order in which they play. */
function seen(queue: SceneQueue): string[] {
  const combos: string[] = [];
  for (let at = queue; at.playing; at = end(at)) combos.push(at.playing.combo);
  return combos;
}

describe('gift scenes', () => {
  test('gift scenes play one at a time, in order of arrival', () => {
    const queue = come(NO_SCENES, [gift('a'), gift('b'), gift('c')]);
    expect(queue.playing?.combo).toBe('a');
    expect(waiting(queue)).toEqual(['b', 'c']);
    expect(seen(queue)).toEqual(['a', 'b', 'c']);
  });

  test("the user's own gift scenes play first, but interrupt no other", () => {
    const queue = come(NO_SCENES, [
      gift('a'),
      gift('b'),
      gift('mine', { own: true }),
      gift('c'),
      gift('mine too', { own: true }),
    ]);
    expect(seen(queue)).toEqual(['a', 'mine', 'mine too', 'b', 'c']);
  });

  test('gift scenes of one combo merge into one with a growing number, playing or waiting', () => {
    const queue = come(NO_SCENES, [
      gift('a'),
      gift('b'),
      gift('a', { count: 7 }),
      gift('b', { count: 3 }),
      gift('a', { count: 5 }),
    ]);
    expect(queue.playing).toMatchObject({ combo: 'a', count: 7 });
    expect(queue.waiting).toMatchObject([{ combo: 'b', count: 3 }]);
  });

  test('small gift scenes merge into a number when more than five wait', () => {
    const many = Array.from({ length: 9 }, (_, at) => gift(`g${at}`));
    const queue = come(NO_SCENES, many);
    expect(queue.waiting).toHaveLength(5);
    expect(queue.folded).toBe(3);
    const next = end(queue);
    expect(next).toMatchObject({ more: 3, folded: 0 });
    expect(end(next).more).toBe(0);
  });

  test('large and own gift scenes never merge', () => {
    const great = Array.from({ length: 7 }, (_, at) => gift(`g${at}`, { size: 'full' }));
    expect(come(NO_SCENES, great)).toMatchObject({ folded: 0 });
    expect(seen(come(NO_SCENES, [...great, gift('small')]))).toHaveLength(7);
    const own = Array.from({ length: 8 }, (_, at) => gift(`g${at}`, { own: true }));
    expect(come(NO_SCENES, own)).toMatchObject({ folded: 0 });
  });

  test('gift scenes older than 15 s are not shown, whether they arrive late or waited too long', () => {
    const old = gift('old', { at: NOW - 15_000 });
    expect(come(NO_SCENES, [old])).toEqual(NO_SCENES);
    expect(waiting(come(NO_SCENES, [gift('a'), old]))).toEqual([]);
    const queue = come(NO_SCENES, [gift('a'), gift('b'), gift('c', { at: NOW + 5_000 })]);
    expect(end(queue, NOW + 15_000).playing?.combo).toBe('c');
  });

  test('gift scenes pause when a call rings, and continue when it ends', () => {
    const rung = ring(come(NO_SCENES, [gift('a'), gift('b')]), true);
    expect(rung.playing).toBeUndefined();
    const more = come(rung, [gift('c')]);
    expect(more.playing).toBeUndefined();
    expect(ring(more, false).playing?.combo).toBe('b');
    expect(ring(more, false, NOW + 20_000).playing).toBeUndefined();
  });

  test('the merged number of gift scenes is shown only before a scene that plays', () => {
    const many = come(
      NO_SCENES,
      Array.from({ length: 9 }, (_, at) => gift(`g${at}`)),
    );
    expect(end(many, NOW + 60_000)).toEqual(NO_SCENES);
  });

  test('the seed of a gift scene is the same on both sides', () => {
    expect(seedOf('V1StGXR8_Z5jdHi6B-myT')).toBe(seedOf('V1StGXR8_Z5jdHi6B-myT'));
    expect(seedOf('V1StGXR8_Z5jdHi6B-myT')).not.toBe(seedOf('V1StGXR8_Z5jdHi6B-myU'));
  });
});
