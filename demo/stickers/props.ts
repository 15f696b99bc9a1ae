import { GOLD, heart, oval, PINK, star } from './forms.ts';
import { LINE } from './gem.ts';
import { ink, join, moved, patch, solid, stroke, tube } from './picture.ts';

/* Props: objects that the characters hold, wear and sleep on. */

/** Draws a flower with five petals of the colour `fill`. */
export const petal = (x: number, y: number, fill: string) =>
  join(
    ...[0, 72, 144, 216, 288].map((turn) =>
      moved(`translate(${x} ${y}) rotate(${turn})`, solid(oval(0, -9, 8, 9), fill, LINE, 3.5)),
    ),
    patch(oval(x, y, 7), GOLD),
  );

/** Draws a pillow with stars. */
export const pillow = () =>
  join(
    solid('M-50 -38Q0 -28 50 -38Q42 0 50 38Q0 28 -50 38Q-42 0 -50 -38Z', '#9fb0ff', '#2e3180'),
    patch(star(-14, 0, 11) + star(20, 14, 8, 0.3) + star(22, -16, 6), '#fff', 0.85),
  );

/** Draws a party hat, placed on the gem. */
export const hat = () =>
  moved(
    'translate(6 -84) rotate(8)',
    solid('M-38 4Q0 16 38 4L4 -74Z', '#7b5cff', '#2c1a78'),
    patch('M-29 -15Q-6 -4 27 -22L20 -38Q-4 -26 -22 -30ZM-13 -47Q2 -44 12 -55L7 -66H-4Z', GOLD),
    solid(star(3, -76, 18), GOLD, '#a8600a', 5),
  );

/** Draws a nightcap, placed on the gem. */
export const cap = () =>
  moved(
    'translate(0 -84)',
    solid('M-62 6C-60 -52 10 -80 70 -58C104 -46 114 -16 110 6C96 -20 74 -22 62 6Z', '#6c7bff', '#23286f'),
    patch(oval(-16, -26, 7) + oval(22, -44, 7) + oval(32, -14, 7) + oval(72, -36, 6), '#fff', 0.75),
    solid('M-66 -6Q0 6 66 -6V14Q0 26 -66 14Z', '#fff', '#23286f'),
    solid(oval(110, 12, 15), '#fff', '#23286f'),
  );

/** Draws a travel bag with a heart. */
export const bag = () =>
  join(
    tube('M-16 -26V-40H16V-26', 6, '#c98a4b', '#5a3210', 6),
    solid('M-36 -26H36Q42 -26 42 -20V26Q42 32 36 32H-36Q-42 32 -42 26V-20Q-42 -26 -36 -26Z', '#e3a765', '#5a3210'),
    patch('M-28 -23H-16V29H-28ZM16 -23H28V29H16Z', '#a9683a'),
    patch(heart(0, 4, 11), PINK),
  );

/** SVG path data of a large crescent moon, on which a character sleeps. */
export const MOON = 'M196 26A140 140 0 1 0 304 226A118 118 0 0 1 196 26Z';

/** Draws confetti scattered over the whole picture, as a list of parts. */
export const confetti = () =>
  [
    ['#ffc531', 40, 50, 20],
    ['#4cc9f0', 76, 24, -30],
    ['#7ae582', 262, 40, 40],
    ['#b388ff', 296, 86, 10],
    ['#ff3f74', 22, 96, -20],
    ['#4cc9f0', 296, 226, 30],
    ['#ffc531', 28, 214, 40],
  ].map(([fill = '', x, y, turn]) =>
    moved(`translate(${x} ${y}) rotate(${turn})`, {
      cut: '<path d="M-5 -9H5V9H-5Z"/>',
      art: `<path d="M-6 -10H6V10H-6Z" fill="${fill}"/>`,
    }),
  );

/** Draws an hourglass. */
export const hourglass = () =>
  join(
    solid(
      'M-26 -46H26C26 -18 8 -12 8 0C8 12 26 18 26 46H-26C-26 18 -8 12 -8 0C-8 -12 -26 -18 -26 -46Z',
      '#e6f6ff',
      '#2f4a7a',
    ),
    patch(
      'M-16 -26Q0 -20 16 -26C12 -14 3 -10 2 0V28Q18 32 20 43H-20Q-18 32 -2 28V0C-3 -10 -12 -14 -16 -26Z',
      '#ffbe3c',
    ),
    solid('M-34 -58H34V-44H-34ZM-34 44H34V58H-34Z', '#c77f45', '#5a3210'),
    ink('M-17 -34Q-15 -24 -10 -18', '#fff', 5),
  );

/** Draws a mug of coffee with a heart. */
export const mug = () =>
  join(
    tube('M36 -14C66 -20 66 26 34 20', 9, '#fff', '#31556b'),
    solid('M-38 -28H38L32 30Q30 38 20 38H-20Q-30 38 -32 30Z', '#fff', '#31556b'),
    patch(oval(0, -27, 34, 6), '#7a4526'),
    patch(heart(0, 8, 14), PINK),
  );

/** Draws a telephone receiver. */
export const phone = () =>
  join(
    tube('M0 -46C-34 -40 -34 40 0 46', 17, '#27c28a', '#0b4f3a'),
    solid(
      'M-8 -60C4 -68 22 -62 22 -50C22 -38 10 -32 -4 -34ZM-8 60C4 68 22 62 22 50C22 38 10 32 -4 34Z',
      '#27c28a',
      '#0b4f3a',
    ),
    ink('M-22 -22Q-28 0 -22 22', '#a8f3d5', 5),
  );

/** Draws headphones, placed on the fox's head. */
export const phones = () =>
  join(
    tube('M-86 -8C-86 -96 86 -96 86 -8', 9, '#5f6dff', '#1d2069'),
    ...[-1, 1].map((side) =>
      moved(
        `translate(${side * 88} 6)`,
        solid(oval(0, 0, 15, 24), '#5f6dff', '#1d2069'),
        ink(`M${-5 * side} -10V6`, '#c5caff', 5),
      ),
    ),
  );

/** Draws a musical note of the colour `fill`; `turn` in degrees. */
export const note = (x: number, y: number, turn: number, fill: string) =>
  moved(
    `translate(${x} ${y}) rotate(${turn})`,
    stroke('M0 0V-34Q16 -32 18 -18', fill, 7),
    solid(oval(-8, 1, 10, 8), fill, fill, 1),
  );
