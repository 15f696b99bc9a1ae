import { lighter } from '../colour.ts';
import { random } from '../random.ts';
import type { Scene } from '../scene.ts';
import { path } from '../sheet.ts';
import { pendants, room, studio, windowPane } from './indoors.ts';
import { bokeh, box, haze, strings, tubes } from './lights.ts';
import { leaves, sea, skyline, sun } from './outdoors.ts';

const HEIGHT = 1280;

/** Draws the blurred background of the scenery. Everything is large and soft, as detail would compete with the face. */
export function backdrop(scene: Scene): string {
  const { sheet, traits } = scene;
  const { kind, tones } = traits.scenery;
  const rng = random(traits.seed * 101);
  const [high, middle, low] = tones;
  const fill = sheet.linear(
    [480, 0],
    [480, HEIGHT],
    [
      [0, high],
      [0.5, middle],
      [1, low],
    ],
  );
  const sky = path(box(-200, -200, 1400, 1700), { fill });
  const glow = haze(scene, [480 + traits.light.side * 240, 420], 620, lighter(middle, 0.3), 0.5);
  switch (kind) {
    case 'city':
      return sky + skyline(scene, rng) + glow + bokeh(scene, rng, 34, [20, 62], [260, 1000]);
    case 'room':
      return sky + room(scene, rng) + bokeh(scene, rng, 9, [24, 56], [120, 700]);
    case 'garden':
      return sky + glow + leaves(scene, rng) + bokeh(scene, rng, 24, [16, 54], [0, 800]);
    case 'fairy':
      return sky + glow + strings(scene, rng) + bokeh(scene, rng, 12, [34, 74], [0, 1000]);
    case 'sunset':
      return sky + sun(scene) + bokeh(scene, rng, 12, [14, 44], [560, 1100]);
    case 'cafe':
      return sky + pendants(scene) + bokeh(scene, rng, 20, [18, 50], [200, 900]);
    case 'studio':
      return sky + studio(scene);
    case 'window':
      return sky + windowPane(scene, rng);
    case 'sea':
      return sky + sea(scene, rng) + bokeh(scene, rng, 26, [8, 26], [600, 900]);
    case 'stage':
      return sky + tubes(scene) + bokeh(scene, rng, 14, [26, 70], [80, 1000]);
  }
}
