import { brows } from './face.ts';
import { cloud, love, oval, swish, tear, WATER } from './forms.ts';
import { arm, body, face, LINE, leg, legs, rage, stand, TONE } from './gem.ts';
import { ink, join, moved, patch, solid, stroke } from './picture.ts';
import { pillow } from './props.ts';

/* Poses of the gem's moods. */

/** Pose of the sticker gem/laughing. */
export const laughing = () => [
  stand(
    160,
    156,
    1.1,
    20,
    leg([-26, 82], [-40, 106], 20),
    leg([26, 82], [58, 98], -40),
    arm([84, 0], [128, -2], [120, 42]),
    body(),
    face({ eyes: 'wince', mouth: 'laugh', turn: [-2, -6] }),
    arm([-84, 6], [-104, 62], [-32, 58], -60),
  ),
  tear(58, 96, 12, -60),
  tear(40, 140, 8, -80),
  tear(274, 128, 12, 70),
  swish('#ff8b3d', 'M300 226Q312 242 304 262', 'M238 282Q254 294 272 290'),
];

/** Pose of the sticker gem/crying. */
export const crying = () => [
  moved(
    'translate(160 276)',
    solid(
      'M-128 4C-132 -22 -80 -26 0 -26C80 -26 132 -22 128 4C126 24 60 28 0 28C-60 28 -126 24 -128 4Z',
      WATER,
      '#1f6fb5',
    ),
    patch(oval(-60, 10, 34, 7), '#fff', 0.6),
    patch(oval(40, 14, 18, 5), '#fff', 0.6),
  ),
  stand(
    160,
    156,
    1.16,
    0,
    arm([-84, 2], [-122, 22], [-98, 56]),
    arm([84, 2], [122, 22], [98, 56]),
    body(),
    ...[-1, 1].map((side) => moved(`scale(${side} 1)`, stream())),
    face({ eyes: 'happy', mouth: 'wail', extra: [brows(36, -38, -7, TONE)] }),
    moved('translate(-46 96)', foot(-8)),
    moved('translate(46 96) scale(-1 1)', foot(-8)),
  ),
  tear(34, 96, 11, -30),
  tear(286, 96, 11, 30),
];

const stream = () =>
  join(
    patch('M22 -6C28 14 26 60 20 104H52C46 60 46 14 44 -6Z', WATER, 0.95),
    ink('M32 4C36 30 35 60 32 96', '#fff', 4, 0.85),
  );

const foot = (turn: number) =>
  moved(`rotate(${turn})`, solid(oval(0, 0, 24, 18), '#ff6f93', LINE), patch(oval(-1, 1, 12, 8), '#ffb3c2'));

/** Pose of the sticker gem/sleepy. */
export const sleepy = () => [
  stand(
    170,
    166,
    1.08,
    10,
    legs(),
    body(),
    face({ eyes: ['closed', 'half'], mouth: 'yawn', look: [0, 2], extra: [tear(-58, 6, 7)] }),
    arm([84, 4], [116, 66], [36, 40], 230),
  ),
  moved('translate(62 236) rotate(-16) scale(1.1)', pillow()),
  stand(170, 166, 1.08, 10, arm([-84, 4], [-126, 30], [-88, 54], 60)),
  ...[
    [240, 58, 9],
    [266, 40, 12],
    [296, 24, 8],
  ].map(([x = 0, y = 0, r = 0]) => solid(oval(x, y, r), '#dfe5ff', '#5a62c8', 4)),
];

/** Pose of the sticker gem/angry. */
export const angry = () => [
  solid(
    'M84 132C60 96 84 70 82 40C104 50 112 62 116 76C124 52 142 34 152 8C176 28 184 48 188 74C198 62 204 50 222 42C220 70 256 92 236 132Z',
    '#ff9a1f',
    '#9a2a08',
  ),
  patch(
    'M110 130C100 108 112 96 112 82C124 92 128 96 132 106C138 86 150 74 154 54C168 72 172 86 176 104C184 98 190 90 200 84C200 102 214 112 208 130Z',
    '#ffe04a',
  ),
  stand(
    160,
    174,
    1.08,
    -5,
    leg([-26, 82], [-32, 110]),
    leg([26, 82], [48, 94], -24),
    arm([-84, 4], [-132, 10], [-106, 48], undefined, 18),
    rage(),
    face({ eyes: 'glare', mouth: 'teeth', blush: 0.25 }),
    arm([86, 0], [136, 6], [120, -46], undefined, 19),
  ),
  solid(cloud(34, 132, 24), '#fff', '#6c6f8d', 4),
  solid(cloud(20, 92, 15), '#fff', '#6c6f8d', 4),
  stroke('M306 88L314 78M312 108H324', '#f2402c', 7),
];

/** Pose of the sticker gem/blush. */
export const blush = () => [
  stand(
    160,
    168,
    1.1,
    -6,
    leg([-20, 82], [-12, 110], 10),
    moved('scale(-1 1)', leg([-20, 82], [-12, 110], 10)),
    body(),
    face({
      eyes: 'open',
      mouth: 'smile',
      look: [6, 5],
      turn: [2, -3],
      blush: 1,
      extra: [ink('M-46 -46Q-36 -53 -25 -50M25 -50Q36 -53 46 -46', TONE.dark, 6)],
    }),
    arm([-86, -2], [-128, 56], [-62, 44], -50),
    arm([86, -2], [128, 56], [62, 44], 230),
    ink('M-60 20L-54 8M-48 20L-42 8M46 20L52 8M58 20L64 8', '#d3124f', 4.5),
  ),
  love(46, 60, 17),
  love(276, 54, 23),
  love(300, 108, 10),
];

/** Pose of the sticker gem/thinking. */
export const thinking = () => [
  moved(
    'translate(240 66)',
    solid(cloud(0, 0, 62), '#fff', '#4a4f86', 5),
    ...[-26, 0, 26].map((x, i) => patch(oval(x, 0, 9), ['#ff7d9b', '#ffc531', '#5cc4ff'][i] ?? '')),
  ),
  solid(oval(258, 122, 10), '#fff', '#4a4f86', 4),
  solid(oval(254, 148, 6), '#fff', '#4a4f86', 4),
  stand(
    132,
    186,
    1,
    -4,
    legs(),
    arm([-84, 4], [-122, 40], [-94, 54]),
    body(),
    face({
      eyes: 'open',
      mouth: 'smirk',
      look: [4, -5],
      turn: [8, -8],
      blush: 0.35,
      extra: [ink('M-46 -42Q-32 -46 -18 -42M18 -46Q32 -60 46 -50', TONE.dark, 6.5)],
    }),
    arm([84, 4], [112, 74], [30, 50], 250),
  ),
];
