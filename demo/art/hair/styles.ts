import type { Scene } from '../scene.ts';
import { afro } from './curly.ts';
import { fringe, pixie } from './fringe.ts';
import type { Hair } from './kit.ts';
import { long } from './long.ts';
import { swept, tendril, upswept } from './swept.ts';
import { braid, bun, tail } from './updo.ts';
import { hijab, scarf } from './veil.ts';

/** Draws the hairstyle of the person, by its name. Called once per picture by `portrait`. */
export function hair(scene: Scene): Hair {
  const { style, part } = scene.traits.hair;
  const odd = scene.traits.seed % 2 === 1;
  const side: 1 | -1 = part > 0 || (part === 0 && odd) ? -1 : 1;
  const forward: readonly [number, number] = odd ? [1, 0.3] : [0.3, 1];
  switch (style) {
    case 'waves':
      return long(scene, { length: 1, volume: 1.35, wave: 28, turns: 2.4, pieces: 7, forward, drape: 0.5 });
    case 'straight':
      return long(scene, { length: 1.06, volume: 0.9, wave: 5, turns: 1, pieces: 8, forward, taper: 0.12 });
    case 'bob':
      return long(scene, {
        length: 0.36,
        volume: 1.15,
        wave: 5,
        turns: 0.8,
        pieces: 7,
        forward: [0, 0],
        taper: 0.1,
        curlIn: 34,
        drape: 0.6,
      });
    case 'lob':
      return long(scene, {
        length: 0.6,
        volume: 1.25,
        wave: 18,
        turns: 2,
        pieces: 6,
        forward: [0.4, 0.2],
        drape: 0.8,
        taper: 0.25,
      });
    case 'curls':
      return long(scene, {
        length: 0.88,
        volume: 1.6,
        wave: 22,
        turns: 5.2,
        pieces: 11,
        forward: [0.6, 0.6],
        drape: 0.9,
      });
    case 'fringe':
      return fringe(
        scene,
        long(scene, { length: 0.95, volume: 1, wave: 8, turns: 1.4, pieces: 7, forward, taper: 0.16 }),
      );
    case 'bun': {
      const base = swept(scene);
      return {
        ...base,
        back: bun(scene, side * 128, 176, 84),
        front: tendril(scene, side, 0.9) + tendril(scene, side === 1 ? -1 : 1, 0.8) + base.front,
      };
    }
    case 'topknot': {
      const base = upswept(scene);
      return {
        ...base,
        back: bun(scene, 6, -336, 86),
        front: tendril(scene, 1, 0.8) + tendril(scene, -1, 0.9) + base.front,
      };
    }
    case 'ponytail': {
      const base = upswept(scene, 1.1);
      return { ...base, back: tail(scene, side, 22), front: tendril(scene, side, 0.75) + base.front };
    }
    case 'braid': {
      const base = swept(scene, 1.4);
      const plait = braid(scene, side, [150, 148], [176, 560], 58);
      return { ...base, front: tendril(scene, side === 1 ? -1 : 1, 0.85) + base.front + plait };
    }
    case 'halfup': {
      const down = long(scene, {
        length: 1,
        volume: 1.2,
        wave: 20,
        turns: 2,
        pieces: 7,
        forward: [0.2, 0.2],
        taper: 0.3,
      });
      const up = upswept(scene, 1.25);
      return {
        back: down.back,
        front: down.front + up.front + tendril(scene, 1, 1.1) + tendril(scene, -1, 1.1),
        shadow: up.shadow,
      };
    }
    case 'coils':
      return afro(scene, 1.02, 310, 0.13);
    case 'afro':
      return afro(scene, 1.12, 150);
    case 'pixie':
      return pixie(scene, side);
    case 'hijab':
      return hijab(scene);
    case 'scarf':
      return scarf(
        scene,
        long(scene, { length: 0.72, volume: 0.95, wave: 12, turns: 1.6, pieces: 6, forward: [0.4, 0.4], drape: 0.4 }),
      );
  }
}
