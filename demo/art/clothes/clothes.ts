import type { Scene } from '../scene.ts';
import { cowl, overlap, pallu, ruffle, straps } from './draped.ts';
import { garment } from './garment.ts';
import { ribs, rollneck } from './knitted.ts';
import { collar, lapels, open } from './tailored.ts';

/** Draws the outfit of the person: the garment's body, and the layers on top. Called once per picture by `portrait`. */
export function clothes(scene: Scene): string {
  const { traits } = scene;
  const { style, main, second } = traits.outfit;
  switch (style) {
    case 'blazer':
      return (
        garment(scene, 'slip', second) +
        garment(scene, 'blazer', main) +
        lapels(scene, main, 1) +
        lapels(scene, main, -1)
      );
    case 'denim':
      return garment(scene, 'tee', second) + open(scene, main);
    case 'slip':
      return garment(scene, style, main) + straps(scene, main);
    case 'shirt':
      return garment(scene, style, main) + collar(scene, main);
    case 'sari':
      return garment(scene, style, second) + pallu(scene, main);
    case 'wrap':
      return garment(scene, style, main) + overlap(scene, main);
    case 'drape':
      return garment(scene, style, main) + cowl(scene, main);
    case 'offshoulder':
      return garment(scene, style, main) + ruffle(scene, main);
    case 'turtleneck':
      return garment(scene, style, main) + ribs(scene, main) + rollneck(scene, main);
    case 'knit':
      return garment(scene, style, main) + ribs(scene, main);
    case 'tee':
    case 'vneck':
    case 'halter':
    case 'boat':
      return garment(scene, style, main);
  }
}
