import { type Colour, darker, lighter } from '../colour.ts';
import { smooth } from '../geometry.ts';
import type { Scene } from '../scene.ts';
import { gather, line, path } from '../sheet.ts';

/** Draws the vertical ribs of knitted cloth on the outfits `knit` and `turtleneck`. */
export function ribs({ pose, sheet }: Scene, colour: Colour): string {
  const b = pose.body;
  const lines = Array.from({ length: 27 }, (_, i) => {
    const x = -364 + i * 28;
    const from = 470 + Math.abs(x) * 0.12 + (Math.abs(x) < 130 ? 30 : 0);
    return line(
      smooth([b(x, from), b(x * 1.02, 640), b(x * 1.06, 940)], false),
      i % 2 ? lighter(colour, 0.4) : darker(colour, 0.5),
      5,
      { opacity: 0.13, filter: sheet.blur(2) },
    );
  });
  return gather(lines);
}

/** Draws the rolled collar of the outfit `turtleneck`. */
export function rollneck({ pose, sheet, traits }: Scene, colour: Colour): string {
  const b = pose.body;
  const k = traits.light.side;
  const shape = smooth([
    b(-92, 296),
    b(-40, 318),
    b(0, 322),
    b(40, 318),
    b(92, 296),
    b(102, 350),
    b(110, 398),
    b(50, 424),
    b(0, 430),
    b(-50, 424),
    b(-110, 398),
    b(-102, 350),
  ]);
  return (
    path(shape, { fill: '#000000', opacity: 0.4, filter: sheet.blur(8), transform: 'translate(0 8)' }) +
    path(shape, {
      fill: sheet.linear(b(k * 110, 350), b(-k * 110, 380), [
        [0, lighter(colour, 0.35)],
        [0.45, colour],
        [1, darker(colour, 0.5)],
      ]),
    })
  );
}
