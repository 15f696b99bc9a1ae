import { circle, type Point } from './geometry.ts';
import { type Scene, swing } from './scene.ts';
import { group, path } from './sheet.ts';

const ALL = 'M-200 -200H1200V1500H-200Z';

/** Draws the last layer of a picture: the key light's wash, the rim colour in the shadows, and darkened corners. */
export function finish({ sheet, traits, time }: Scene): string {
  const { side, key, rim } = traits.light;
  const from: Point = [480 + side * 520, 160];
  const level = 0.15 + 0.03 * swing(time, 1, 0.4);
  const wash = sheet.radial(from, 1000, [
    [0, key, level],
    [0.6, key, 0.03],
    [1, key, 0],
  ]);
  const fill = sheet.radial([480 - side * 560, 1000], 820, [
    [0, rim, 0.16],
    [1, rim, 0],
  ]);
  const corners = sheet.radial([480, 560], 900, [
    [0.3, '#0c0714', 0],
    [0.6, '#0c0714', 0.1],
    [0.8, '#0c0714', 0.24],
    [1, '#0c0714', 0.45],
  ]);
  const near = [
    [480 + side * 470, 1130, 120],
    [480 - side * 430, 1220, 90],
  ].map(([x = 0, y = 0, r = 0], i) => {
    const at: Point = [x + swing(time, 1, i * 0.4) * 12, y];
    return path(circle(at, r), { fill: traits.scenery.lights[i % traits.scenery.lights.length] ?? key, opacity: 0.16 });
  });
  return (
    group(path(ALL, { fill: wash }) + path(ALL, { fill }) + group(near.join(''), { filter: sheet.blur(10) }), {
      style: 'mix-blend-mode:screen',
    }) + path(ALL, { fill: corners })
  );
}
