import { brows } from './face.ts';
import { goldStar, love, oval, swish, tear, twinkle } from './forms.ts';
import { arm, at, DEFS, haunches, head, LINE, leg, pads, SOCK, TONE, tail, thumb, torso, whoosh } from './fox.ts';
import { type Frame, ink, moved, type Part, picture, solid, stroke } from './picture.ts';
import { hourglass, mug, note, phone, phones } from './props.ts';

/* Heads are near 160 130 and bodies near 160 190; later parts are in front. */

const hello = () => [
  at(186, 284, 0.95, 0, tail()),
  at(150, 188, 1, 0, torso(), haunches(), arm([-32, 14], [-54, 40], [-30, 62])),
  at(150, 130, 0.92, -6, head({ eyes: 'open', mouth: 'catOpen', ears: [0, 6] })),
  arm([182, 204], [244, 220], [262, 168]),
  pads(262, 158, 16, 1.1),
  swish('#ff9d42', 'M294 124Q306 142 300 162', 'M244 108Q258 102 272 106'),
];

const hug = () => [
  at(176, 280, 0.86, 10, tail()),
  at(160, 190, 1, 0, leg([-20, 92], [-30, 100], [-32, 108], -6), leg([20, 92], [30, 100], [32, 108], 6), torso()),
  at(160, 134, 0.92, -4, head({ eyes: 'happy', mouth: 'catOpen', blush: 0.8, ears: [10, 10] })),
  arm([130, 208], [82, 250], [44, 206]),
  arm([190, 208], [238, 250], [276, 206]),
  pads(40, 196, -20, 1.6),
  pads(280, 196, 20, 1.6),
  love(44, 104, 22),
  love(278, 96, 26),
  love(300, 50, 12),
];

const yes = () => [
  at(134, 280, 0.9, 0, moved('scale(-1 1)', tail())),
  at(
    150,
    188,
    1,
    3,
    leg([-20, 90], [-34, 104], [-40, 112], -8),
    leg([22, 90], [34, 100], [44, 104], -14),
    arm([-30, 14], [-80, 34], [-22, 62]),
    torso(),
  ),
  at(
    150,
    130,
    0.92,
    7,
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

const callMe = () => [
  at(118, 284, 0.9, 0, moved('scale(-1 1)', tail())),
  at(150, 190, 1, 0, arm([-30, 14], [-84, 36], [-22, 60]), torso(), haunches()),
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

const dance = () => [
  at(172, 262, 1, 4, tail()),
  at(150, 168, 1.08, -10, leg([22, 92], [36, 104], [30, 118]), leg([-20, 84], [-78, 62], [-80, 108], 26), torso()),
  arm([124, 192], [62, 198], [48, 136], 18),
  at(166, 116, 0.82, 12, head({ eyes: 'happy', mouth: 'catOpen', blush: 0.7, ears: [4, 4] }), phones()),
  arm([184, 192], [240, 236], [278, 204], 18),
  note(30, 84, -10, '#7b5cff'),
  note(290, 128, 12, '#ff3f74'),
  note(74, 38, 8, '#19b3a6'),
];

const POSES: Readonly<Record<string, readonly [() => readonly Part[], Frame]>> = {
  hello: [hello, [0.955, -8, 12]],
  hug: [hug, [0.886, 18, 16]],
  yes: [yes, [0.93, 4, 13]],
  no: [no, [0.989, -10, -5]],
  wow: [wow, [0.964, 5, 5]],
  kiss: [kiss, [0.955, 1, 12]],
  sorry: [sorry, [1.012, -6, -39]],
  waiting: [waiting, [0.99, -5, -12]],
  coffee: [coffee, [0.954, 7, 10]],
  'call-me': [callMe, [0.952, 1, 11]],
  'miss-you': [missYou, [0.898, 19, 12]],
  dance: [dance, [0.915, 12, 16]],
};

/** Draws the sticker pack `fox`: its SVGs by sticker name. Called by render.ts. */
export const fox = (): Map<string, string> =>
  new Map(Object.entries(POSES).map(([name, [draw, frame]]) => [name, picture(`fox-${name}`, DEFS, frame, draw())]));
