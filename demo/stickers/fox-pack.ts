import { brows } from './face.ts';
import { goldStar, heart, love, oval, PINK, swish, tear, twinkle } from './forms.ts';
import { arm, at, DEFS, haunches, head, LINE, leg, pads, SOCK, TONE, tail, thumb, torso, whoosh } from './fox.ts';
import { type Frame, ink, join, moved, type Part, patch, picture, solid, stroke, tube } from './picture.ts';

/* Heads are at 160 125 and bodies at 160 186 unless the pose says otherwise. */

const hello = () => [
  at(186, 284, 0.95, 0, tail()),
  at(150, 188, 1, 0, torso(), haunches(), arm([-32, 14], [-54, 40], [-30, 62])),
  at(150, 130, 0.92, -6, head({ eyes: 'open', mouth: 'catOpen', ears: [0, 6] })),
  arm([182, 204], [244, 220], [262, 168]),
  pads(262, 158, 16, 1.1),
  swish('#ff9d42', 'M294 124Q306 142 300 162', 'M244 108Q258 102 272 106'),
];

const hug = () => [
  at(176, 276, 0.8, 10, tail()),
  at(160, 190, 1, 0, leg([-20, 92], [-30, 100], [-32, 108], -6), leg([20, 92], [30, 100], [32, 108], 6), torso()),
  at(160, 134, 0.94, 0, head({ eyes: 'happy', mouth: 'catOpen', blush: 0.75, ears: [8, 8] })),
  arm([130, 206], [80, 226], [46, 178]),
  arm([190, 206], [240, 226], [274, 178]),
  pads(44, 170, -24, 1.2),
  pads(276, 170, 24, 1.2),
  love(40, 84, 15),
  love(284, 76, 18),
];

const yes = () => [
  at(134, 280, 0.9, 0, moved('scale(-1 1)', tail())),
  at(150, 188, 1, 0, torso(), haunches(), arm([-32, 14], [-60, 44], [-34, 70])),
  at(
    150,
    130,
    0.92,
    5,
    head({
      eyes: ['open', 'happy'],
      mouth: 'catOpen',
      ears: [4, 0],
      extra: [ink('M-52 -30Q-41 -38 -29 -34', TONE.dark, 6)],
    }),
  ),
  arm([180, 208], [236, 238], [250, 196]),
  thumb(252, 184, 8, 1.35),
  moved('translate(262 80)', solid(oval(0, 0, 36), '#2fc46b', '#0d5a30'), ink('M-16 1L-4 13L17 -12', '#fff', 11)),
];

const no = () => [
  at(182, 284, 0.85, 14, tail()),
  at(160, 190, 1, 0, torso(), haunches()),
  at(152, 132, 0.94, -5, head({ eyes: 'wince', mouth: 'frown', ears: [34, 34], turn: [-4, 0] })),
  moved('translate(160 228)', arm([46, -14], [20, 18], [-42, 20], 17), arm([-46, -14], [-20, 18], [42, 20], 17)),
  moved(
    'translate(284 58)',
    solid(oval(0, 0, 33), '#f23b4b', '#7c0d1d'),
    ink('M-12 -12L12 12M12 -12L-12 12', '#fff', 11),
  ),
  swish('#ff9d42', 'M34 108Q22 128 30 150', 'M290 128Q298 144 290 162'),
];

const wow = () => [
  at(188, 280, 0.95, -12, tail()),
  at(160, 196, 0.96, 0, leg([-20, 88], [-30, 96], [-32, 104], -6), leg([20, 88], [30, 96], [32, 104], 6), torso()),
  at(
    160,
    138,
    0.94,
    0,
    head({
      eyes: 'star',
      mouth: 'gasp',
      ears: [-8, -8],
      turn: [0, -2],
      extra: [ink('M-58 -36Q-44 -46 -30 -40M58 -36Q44 -46 30 -40', TONE.dark, 6)],
    }),
  ),
  arm([124, 214], [80, 224], [82, 186]),
  arm([196, 214], [240, 224], [238, 186]),
  goldStar(40, 60, 22, -0.2),
  goldStar(286, 64, 18, 0.3),
  twinkle(30, 142, 16),
  twinkle(160, 26, 14),
];

const kiss = () => [
  at(120, 280, 0.9, 0, moved('scale(-1 1)', tail())),
  at(132, 188, 1, 0, torso(), haunches(), arm([-32, 14], [-58, 44], [-34, 66])),
  at(134, 132, 0.92, -8, head({ eyes: ['open', 'wince'], mouth: 'kiss', turn: [8, 0], blush: 0.75, ears: [4, 4] })),
  arm([160, 210], [216, 246], [212, 196]),
  pads(214, 186, 40, 1),
  love(246, 150, 17),
  love(276, 104, 25),
  love(244, 50, 15),
  love(300, 46, 10),
];

const sorry = () => [
  at(196, 290, 0.8, 34, tail()),
  at(160, 200, 0.9, 0, torso(), haunches()),
  at(
    160,
    148,
    0.98,
    0,
    head({
      eyes: 'wet',
      mouth: 'frown',
      ears: [62, 62],
      blush: 0.6,
      turn: [0, 2],
      extra: [brows(42, -28, -6, TONE, 13, 6)],
    }),
  ),
  arm([120, 226], [112, 266], [146, 254], 15),
  arm([200, 226], [208, 266], [174, 254], 15),
  tear(258, 118, 11, 20),
  whoosh('M34 208Q22 222 30 238', '#8fb8ff'),
  whoosh('M52 250Q42 262 48 276', '#8fb8ff'),
  whoosh('M262 200Q272 212 266 224', '#8fb8ff'),
];

const hourglass = () =>
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
const waiting = () => [
  at(214, 250, 0.92, -2, tail()),
  solid('M84 268C70 196 150 186 216 196C262 204 270 262 250 274Z', 'url(#@b)', LINE),
  solid('M196 276C196 232 262 228 262 268C262 286 204 288 196 276Z', 'url(#@b)', LINE),
  at(124, 186, 0.92, 7, head({ eyes: 'half', mouth: 'flat', look: [8, -2], ears: [20, 38], blush: 0.35 })),
  arm([66, 252], [60, 270], [88, 272]),
  arm([186, 260], [190, 276], [158, 274]),
  moved('translate(262 226) rotate(6)', hourglass()),
  ...[0, 1, 2].map((i) => solid(oval(196 + i * 26, 70 - i * 4, 8), '#cfd8ff', '#4a5aa8', 4)),
];

const mug = () =>
  join(
    tube('M36 -14C66 -20 66 26 34 20', 9, '#fff', '#31556b'),
    solid('M-38 -28H38L32 30Q30 38 20 38H-20Q-30 38 -32 30Z', '#fff', '#31556b'),
    patch(oval(0, -27, 34, 6), '#7a4526'),
    patch(heart(0, 8, 14), PINK),
  );
const coffee = () => [
  at(118, 284, 0.9, 0, moved('scale(-1 1)', tail())),
  at(142, 190, 1, 0, torso(), haunches()),
  at(138, 134, 0.94, 7, head({ eyes: 'closed', mouth: 'cat', blush: 0.75, ears: [10, 4], turn: [4, -2] })),
  arm([176, 214], [204, 226], [206, 262], 16),
  moved('translate(212 226) rotate(5) scale(1.2)', mug()),
  solid(oval(214, 268, 17, 15), SOCK, LINE),
  arm([112, 212], [104, 252], [164, 242], 16),
  ...[-22, 4, 30].map((x, i) =>
    moved(
      `translate(${266 + x} ${136 + (i % 2) * 14})`,
      stroke('M0 26C-12 14 12 8 0 -6C-10 -16 8 -22 2 -32', '#8fb9d0', 7),
    ),
  ),
];

const phone = () =>
  join(
    tube('M0 -46C-34 -40 -34 40 0 46', 17, '#27c28a', '#0b4f3a'),
    solid(
      'M-8 -60C4 -68 22 -62 22 -50C22 -38 10 -32 -4 -34ZM-8 60C4 68 22 62 22 50C22 38 10 32 -4 34Z',
      '#27c28a',
      '#0b4f3a',
    ),
    ink('M-22 -22Q-28 0 -22 22', '#a8f3d5', 5),
  );
const callMe = () => [
  at(118, 284, 0.9, 0, moved('scale(-1 1)', tail())),
  at(150, 190, 1, 0, torso(), haunches(), arm([-32, 14], [-56, 40], [-30, 62])),
  at(148, 134, 0.92, 8, head({ eyes: ['happy', 'open'], mouth: 'catOpen', blush: 0.6, ears: [0, 14] })),
  moved('translate(246 152) rotate(10) scale(-1 1)', phone()),
  arm([184, 212], [250, 250], [262, 168], 18),
  swish('#ff9d42', 'M286 98Q300 112 300 130', 'M282 66Q318 88 312 132'),
];

const missYou = () => [
  moved(
    'translate(252 58)',
    solid(
      'M-62 0C-62 -34 -34 -50 0 -50C40 -50 66 -30 66 0C66 32 38 46 0 46C-38 46 -62 30 -62 0Z',
      '#fff',
      '#4a4f86',
      5,
    ),
    love(0, -2, 28),
  ),
  solid(oval(226, 124, 10), '#fff', '#4a4f86', 4),
  solid(oval(224, 150, 6), '#fff', '#4a4f86', 4),
  at(122, 210, 0.92, 0, torso(), haunches()),
  at(
    118,
    166,
    0.84,
    -8,
    head({
      eyes: 'wet',
      mouth: 'frown',
      look: [5, -3],
      ears: [58, 52],
      turn: [4, -3],
      extra: [brows(42, -30, -6, TONE, 13, 6), tear(-56, 32, 9, 10)],
    }),
  ),
  at(136, 304, 1, -2, tail()),
  arm([92, 236], [96, 282], [170, 266], 16),
  arm([150, 234], [186, 232], [204, 244], 16),
];

const note = (x: number, y: number, turn: number, fill: string) =>
  moved(
    `translate(${x} ${y}) rotate(${turn})`,
    stroke('M0 0V-34Q16 -32 18 -18', fill, 7),
    solid(oval(-8, 1, 10, 8), fill, fill, 1),
  );
const dance = () => [
  at(176, 262, 0.95, 6, tail()),
  at(150, 178, 0.94, -8, leg([20, 92], [30, 104], [26, 118]), leg([-20, 88], [-70, 70], [-74, 112], 24), torso()),
  arm([126, 196], [70, 208], [54, 150]),
  at(164, 124, 0.9, 10, head({ eyes: 'happy', mouth: 'catOpen', blush: 0.65, ears: [4, 4] }), phones()),
  arm([182, 196], [236, 226], [262, 190]),
  note(26, 96, -10, '#7b5cff'),
  note(286, 120, 12, '#ff3f74'),
  note(60, 34, 8, '#19b3a6'),
];
const phones = () =>
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

const POSES: Readonly<Record<string, readonly [() => readonly Part[], Frame]>> = {
  hello: [hello, [0.955, -8, 12]],
  hug: [hug, [0.961, 7, 3]],
  yes: [yes, [0.958, 0, 11]],
  no: [no, [0.989, -10, -5]],
  wow: [wow, [0.964, 5, 5]],
  kiss: [kiss, [0.955, 1, 12]],
  sorry: [sorry, [1.012, -6, -39]],
  waiting: [waiting, [0.99, -5, -12]],
  coffee: [coffee, [0.954, 7, 10]],
  'call-me': [callMe, [0.952, 1, 11]],
  'miss-you': [missYou, [0.898, 19, 12]],
  dance: [dance, [0.934, 13, 18]],
};

export const fox = (): Map<string, string> =>
  new Map(Object.entries(POSES).map(([name, [draw, frame]]) => [name, picture(`fox-${name}`, DEFS, frame, draw())]));
