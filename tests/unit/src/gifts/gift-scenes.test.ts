import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GIFT_IDS, pictureOfGift } from '../../../../src/gifts/gifts.ts';
import type { Choreography, SceneSize } from '../../../../src/gifts/scenes/choreography.ts';
import { along, drawFrame } from '../../../../src/gifts/scenes/frame.ts';
import { ANY_FULL, FULL_SCENES } from '../../../../src/gifts/scenes/full.ts';
import { loadChoreography } from '../../../../src/gifts/scenes/load.ts';
import { ANY_POP, POP_SCENES } from '../../../../src/gifts/scenes/pop.ts';
import { ANY_SIDE, SIDE_SCENES } from '../../../../src/gifts/scenes/side.ts';

const SCENES: readonly (readonly [string, SceneSize, Choreography])[] = [
  ...Object.entries({ ...POP_SCENES, 'any pop': ANY_POP }).map(([id, scene]) => [id, 'pop', scene] as const),
  ...Object.entries({ ...SIDE_SCENES, 'any side': ANY_SIDE }).map(([id, scene]) => [id, 'side', scene] as const),
  ...Object.entries({ ...FULL_SCENES, 'any full': ANY_FULL }).map(([id, scene]) => [id, 'full', scene] as const),
];
const MOMENTS = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.999];
const PICTURE = 'the picture' as unknown as CanvasImageSource;
const BOX = { width: 390, height: 640 };

/** Records the calls of a canvas. */
function recorder() {
  const told: string[] = [];
  const light = { addColorStop: (at: number, colour: string) => told.push(`stop ${at} ${colour}`) };
  const pen = new Proxy({} as Record<string, unknown>, {
    get: (values, name) =>
      values[String(name)] ??
      ((...args: unknown[]) => {
        told.push(`${String(name)} ${args.join(' ')}`);
        return light;
      }),
    set: (values, name, value) => {
      told.push(`${String(name)} = ${typeof value === 'object' ? 'light' : value}`);
      // Numbers can be read back, because the drawing code multiplies them.
      if (typeof value === 'number') values[String(name)] = value;
      return true;
    },
  });
  return { pen: pen as unknown as CanvasRenderingContext2D, told };
}

function draw(size: SceneSize, choreography: Choreography, t: number, { count = 1, seed = 7 } = {}): string[] {
  const { pen, told } = recorder();
  drawFrame(pen, { size, choreography, count, seed }, BOX, t, PICTURE);
  return told;
}

test('every gift has one scene, and two pictures within their size limits', () => {
  const drawn = SCENES.map(([id]) => id).filter((id) => !id.startsWith('any '));
  expect(drawn.toSorted()).toEqual([...GIFT_IDS].toSorted());
  for (const id of GIFT_IDS)
    for (const [px, limit] of [
      [96, 4_000],
      [256, 14_000],
    ] as const) {
      const { size } = statSync(new URL(`../../../../public${pictureOfGift(id, px)}`, import.meta.url));
      expect(size, `${id} ${px}`).toBeLessThanOrEqual(limit);
    }
});

test('a gift moves continuously through its path, and stays at both ends', () => {
  const path = { at: [0.2, 0.4, 0.8] };
  const places = [0, 10, -10];
  expect([0, 0.2, 0.3, 0.4, 0.6, 0.8, 1].map((t) => Math.round(along(path, places, t, 7) * 100) / 100)).toEqual([
    0, 0, 5, 10, 0, -10, -10,
  ]);
  expect(along(path, places, 0.22, 7)).toBeLessThan(1);
  expect(along(path, undefined, 0.5, 7)).toBe(7);
});

test('an unknown gift has the scene of its size', async () => {
  expect(await loadChoreography('rose', 'pop')).toBe(POP_SCENES.rose);
  expect(await loadChoreography('toString', 'pop')).toBe(ANY_POP);
  expect(await loadChoreography('rose', 'side')).toBe(ANY_SIDE);
  expect(await loadChoreography('moon', 'full')).toBe(ANY_FULL);
});

describe.each(SCENES)('the scene %s of size %s', (_id, size, choreography) => {
  test('a scene shows the gift once at each moment, and passes only numbers to the canvas', () => {
    for (const t of MOMENTS) {
      const told = draw(size, choreography, t);
      expect(told.filter((line) => line.startsWith('drawImage the picture'))).toHaveLength(1);
      expect(told.filter((line) => /NaN|undefined|Infinity/.test(line))).toEqual([]);
      expect(told.filter((line) => line.startsWith('save')).length).toBe(
        told.filter((line) => line.startsWith('restore')).length,
      );
    }
  });

  test('a scene is the same for the same seed, differs for another seed, and draws more for more gifts', () => {
    const shot = draw(size, choreography, 0.4);
    expect(draw(size, choreography, 0.4)).toEqual(shot);
    expect(draw(size, choreography, 0.4, { seed: 8 })).not.toEqual(shot);
    expect(draw(size, choreography, 0.4, { count: 9 }).length).toBeGreaterThan(shot.length);
  });

  test('a scene starts invisible', () => {
    const first = draw(size, choreography, 0);
    const at = first.findIndex((line) => line.startsWith('drawImage'));
    const alpha = first.slice(0, at).findLast((line) => line.startsWith('globalAlpha'));
    expect(alpha).toBe('globalAlpha = 0');
  });
});
