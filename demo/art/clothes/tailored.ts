import { type Colour, darker, lighter } from '../colour.ts';
import { type Curve, circle, smooth } from '../geometry.ts';
import type { Scene } from '../scene.ts';
import { line, path } from '../sheet.ts';

/** Doubles a point, so that the curve keeps its corner there. */
const crisp = (points: Curve, corners: readonly number[]): Curve =>
  points.flatMap((at, i) => (corners.includes(i) ? [at, at] : [at]));

/** Draws one lapel of the outfit `blazer`; `s` is its side, 1 the right of the picture. */
export function lapels({ pose, sheet, traits }: Scene, colour: Colour, s: 1 | -1): string {
  const b = pose.body;
  const shape = smooth(
    crisp(
      [
        b(s * 132, 398),
        b(s * 176, 396),
        b(s * 224, 520),
        b(s * 196, 542),
        b(s * 232, 572),
        b(s * 130, 700),
        b(s * 10, 830),
        b(s * 66, 650),
        b(s * 118, 520),
      ],
      [0, 1, 2, 3, 4, 6],
    ),
  );
  const lit = s === traits.light.side;
  return (
    path(shape, { fill: '#000000', opacity: 0.4, filter: sheet.blur(9), transform: 'translate(0 6)' }) +
    path(shape, {
      fill: sheet.linear(b(s * 220, 430), b(s * 60, 700), [
        [0, lighter(colour, lit ? 0.3 : 0.12)],
        [1, darker(colour, 0.3)],
      ]),
    }) +
    line(smooth([b(s * 224, 520), b(s * 204, 548), b(s * 228, 566)], false), darker(colour, 0.7), 2, { opacity: 0.7 })
  );
}

/** Draws an open denim jacket over the shirt of the outfit `denim`. */
export function open({ pose, sheet, traits }: Scene, colour: Colour): string {
  const b = pose.body;
  return ([1, -1] as const)
    .map((s) => {
      const shape = smooth([
        b(s * 140, 378),
        b(s * 300, 430),
        b(s * 384, 496),
        b(s * 428, 620),
        b(s * 456, 960),
        b(s * 120, 960),
        b(s * 96, 700),
        b(s * 104, 540),
        b(s * 112, 440),
      ]);
      const flap = smooth(
        crisp(
          [b(s * 112, 362), b(s * 176, 388), b(s * 226, 486), b(s * 140, 560), b(s * 104, 480), b(s * 98, 410)],
          [0, 2, 3],
        ),
      );
      const lit = s === traits.light.side;
      const fill = sheet.linear(b(s * 380, 470), b(s * 60, 800), [
        [0, lighter(colour, lit ? 0.32 : 0.05)],
        [0.5, colour],
        [1, darker(colour, 0.5)],
      ]);
      const seam = (points: Curve) =>
        line(smooth(points, false), lighter(colour, 0.6), 1.8, { opacity: 0.55, 'stroke-dasharray': '7 5' });
      return (
        path(shape, { fill: '#000000', opacity: 0.4, filter: sheet.blur(10) }) +
        path(shape, { fill }) +
        seam([b(s * 122, 540), b(s * 116, 700), b(s * 138, 900)]) +
        seam([b(s * 320, 450), b(s * 290, 560), b(s * 286, 640), b(s * 300, 800)]) +
        path(flap, { fill: '#000000', opacity: 0.4, filter: sheet.blur(7), transform: 'translate(0 7)' }) +
        path(flap, { fill: lighter(colour, lit ? 0.22 : 0.06) }) +
        seam([b(s * 180, 412), b(s * 212, 482), b(s * 144, 542)])
      );
    })
    .join('');
}

/** Draws the collar and buttons of the outfit `shirt`. */
export function collar({ pose, sheet, traits }: Scene, colour: Colour): string {
  const b = pose.body;
  const buttons = [700, 790].map((y) => path(circle(b(6, y), 7), { fill: lighter(colour, 0.5), opacity: 0.9 }));
  const flaps = ([1, -1] as const).map((s) => {
    const shape = smooth(
      crisp(
        [b(s * 92, 344), b(s * 140, 378), b(s * 190, 446), b(s * 118, 570), b(s * 56, 520), b(s * 84, 440)],
        [0, 2, 3],
      ),
    );
    return (
      path(shape, { fill: '#000000', opacity: 0.35, filter: sheet.blur(8), transform: 'translate(0 6)' }) +
      path(shape, {
        fill: sheet.linear(b(s * 150, 360), b(s * 70, 540), [
          [0, lighter(colour, s === traits.light.side ? 0.4 : 0.15)],
          [1, darker(colour, 0.16)],
        ]),
      })
    );
  });
  return (
    line(smooth([b(0, 640), b(6, 760), b(4, 960)], false), darker(colour, 0.5), 3, { opacity: 0.6 }) +
    buttons.join('') +
    flaps.join('')
  );
}
