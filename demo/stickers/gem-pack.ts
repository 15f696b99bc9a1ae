import { brows } from './face.ts';
import { cloud, GOLD, goldStar, heart, love, oval, PINK, star, swish, tear, twinkle, WATER } from './forms.ts';
import { arm, body, DEFS, face, LINE, leg, legs, palm, RAGE_DEFS, rage, stand, TONE } from './gem.ts';
import { type Frame, gradient, ink, join, moved, type Part, patch, picture, solid, stroke, tube } from './picture.ts';

const hello = () => [
  stand(
    150,
    168,
    1.1,
    -7,
    legs(),
    arm([84, -4], [124, -14], [112, -62]),
    arm([-84, 4], [-122, 24], [-80, 46]),
    body(),
    face({ eyes: 'open', mouth: 'laugh', turn: [3, 0] }),
    palm(112, -72, 14),
  ),
  swish('#ff8b3d', 'M246 36Q234 44 230 56', 'M302 60Q311 76 306 94'),
];

const loveIt = () => [
  stand(
    160,
    166,
    1.1,
    4,
    legs(),
    body(),
    face({ eyes: 'heart', mouth: 'open', turn: [0, -15] }),
    love(0, 76, 46, '#f3153f'),
    arm([-86, 2], [-122, 44], [-46, 72], -40),
    arm([86, 2], [122, 44], [46, 72], 220),
  ),
  love(50, 60, 24),
  love(276, 52, 18),
  love(292, 104, 11),
];

const laughing = () => [
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

const crying = () => [
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

const sleepy = () => [
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
const pillow = () =>
  join(
    solid('M-50 -38Q0 -28 50 -38Q42 0 50 38Q0 28 -50 38Q-42 0 -50 -38Z', '#9fb0ff', '#2e3180'),
    patch(star(-14, 0, 11) + star(20, 14, 8, 0.3) + star(22, -16, 6), '#fff', 0.85),
  );

const angry = () => [
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

const petal = (x: number, y: number, fill: string) =>
  join(
    ...[0, 72, 144, 216, 288].map((turn) =>
      moved(`translate(${x} ${y}) rotate(${turn})`, solid(oval(0, -9, 8, 9), fill, LINE, 3.5)),
    ),
    patch(oval(x, y, 7), GOLD),
  );
const thankYou = () => [
  stroke('M160 20V42M92 30L104 50M228 30L216 50', GOLD, 8),
  stand(160, 176, 1.08, 7, legs(), body(), face({ eyes: 'happy', mouth: 'smile', blush: 0.7, turn: [0, -4] }), pray()),
  moved('translate(40 80) scale(1.35)', petal(0, 0, '#fff')),
  moved('translate(282 88) rotate(20) scale(1.35)', petal(0, 0, '#ffd0ea')),
  twinkle(36, 164, 15),
  twinkle(284, 172, 15),
];
const pray = () =>
  join(
    tube('M-86 6Q-104 74 -16 72', 14, '#ee3f77', LINE),
    tube('M86 6Q104 74 16 72', 14, '#ee3f77', LINE),
    solid('M-1 42C-12 36 -18 50 -20 66C-21 82 -12 88 -1 86Z', '#ff6f93', LINE),
    solid('M1 42C12 36 18 50 20 66C21 82 12 88 1 86Z', '#ff8aa6', LINE),
  );

const confetti = () =>
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
const party = () => [
  ...confetti(),
  stroke('M44 236C58 228 58 248 46 250C32 254 38 272 56 266', '#7ae582', 7),
  stroke('M300 128C284 132 288 150 300 148C314 146 316 166 300 168', '#ffc531', 7),
  stand(
    156,
    182,
    1.04,
    -5,
    leg([-26, 82], [-52, 98], 30),
    leg([26, 82], [52, 98], -30),
    arm([-84, 0], [-124, -10], [-112, -62], -60),
    arm([84, 0], [124, -10], [112, -62], 240),
    body(),
    hat(),
    face({ eyes: ['happy', 'happy'], mouth: 'laugh', blush: 0.65 }),
  ),
];
const hat = () =>
  moved(
    'translate(6 -84) rotate(8)',
    solid('M-38 4Q0 16 38 4L4 -74Z', '#7b5cff', '#2c1a78'),
    patch('M-29 -15Q-6 -4 27 -22L20 -38Q-4 -26 -22 -30ZM-13 -47Q2 -44 12 -55L7 -66H-4Z', GOLD),
    solid(star(3, -76, 18), GOLD, '#a8600a', 5),
  );

const blush = () => [
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

const thinking = () => [
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

const MOON = 'M196 26A140 140 0 1 0 304 226A118 118 0 0 1 196 26Z';
const goodNight = () => [
  solid(MOON, 'url(#@m)', '#8a5a10'),
  patch(oval(66, 140, 12, 14) + oval(96, 214, 16, 14) + oval(60, 186, 7), '#e8a324', 0.5),
  stand(
    186,
    150,
    0.92,
    14,
    leg([-26, 82], [-34, 106]),
    leg([26, 82], [34, 106]),
    arm([84, 4], [112, 30], [84, 56]),
    body(),
    cap(),
    face({ eyes: 'closed', mouth: 'smile', blush: 0.6 }),
    arm([-84, 4], [-96, 64], [-22, 60], -40),
  ),
  goldStar(44, 56, 18, 0.2),
  goldStar(296, 176, 13, -0.3),
  twinkle(98, 36, 13),
  twinkle(294, 250, 12),
];
const cap = () =>
  moved(
    'translate(0 -84)',
    solid('M-62 6C-60 -52 10 -80 70 -58C104 -46 114 -16 110 6C96 -20 74 -22 62 6Z', '#6c7bff', '#23286f'),
    patch(oval(-16, -26, 7) + oval(22, -44, 7) + oval(32, -14, 7) + oval(72, -36, 6), '#fff', 0.75),
    solid('M-66 -6Q0 6 66 -6V14Q0 26 -66 14Z', '#fff', '#23286f'),
    solid(oval(110, 12, 15), '#fff', '#23286f'),
  );

const bye = () => [
  stroke('M22 214H48M14 240H40M24 266H44', '#b9a4ff', 7),
  stand(
    164,
    162,
    1.02,
    8,
    leg([-26, 82], [-56, 96], 40),
    leg([26, 82], [46, 112], -8),
    arm([-84, -4], [-122, -14], [-110, -58]),
    moved('translate(106 84) rotate(-8)', bag()),
    body(),
    face({ eyes: ['happy', 'open'], mouth: 'open', turn: [-8, -2], look: [-2, 0], extra: [] }),
    palm(-110, -68, -16),
    arm([84, 4], [116, 14], [106, 46]),
  ),
  swish('#ff8b3d', 'M46 44Q32 50 26 62', 'M104 34Q114 38 120 46'),
];
const bag = () =>
  join(
    tube('M-16 -26V-40H16V-26', 6, '#c98a4b', '#5a3210', 6),
    solid('M-36 -26H36Q42 -26 42 -20V26Q42 32 36 32H-36Q-42 32 -42 26V-20Q-42 -26 -36 -26Z', '#e3a765', '#5a3210'),
    patch('M-28 -23H-16V29H-28ZM16 -23H28V29H16Z', '#a9683a'),
    patch(heart(0, 4, 11), PINK),
  );

const POSES: Readonly<Record<string, readonly [() => readonly Part[], Frame, string?]>> = {
  hello: [hello, [1.035, -15, -18]],
  love: [loveIt, [1.034, -10, -16]],
  laughing: [laughing, [1.014, -8, -12]],
  crying: [crying, [1.043, -7, -27]],
  sleepy: [sleepy, [0.939, 19, 10]],
  angry: [angry, [0.907, 10, 16], RAGE_DEFS],
  'thank-you': [thankYou, [0.968, 4, -1]],
  party: [party, [0.935, 8, 18]],
  blush: [blush, [1.022, -13, -13]],
  thinking: [thinking, [1.026, -6, -14]],
  'good-night': [goodNight, [1.005, -12, -5], DEFS + gradient('m', '#fff0a0', '#ffc23d')],
  bye: [bye, [0.996, 3, -5]],
};

export const gem = (): Map<string, string> =>
  new Map(
    Object.entries(POSES).map(([name, [draw, frame, defs = DEFS]]) => [
      name,
      picture(`gem-${name}`, defs, frame, draw()),
    ]),
  );
