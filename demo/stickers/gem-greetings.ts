import { GOLD, goldStar, love, oval, swish, twinkle } from './forms.ts';
import { arm, body, face, LINE, leg, legs, palm, stand } from './gem.ts';
import { join, moved, patch, solid, stroke, tube } from './picture.ts';
import { bag, cap, confetti, hat, MOON, petal } from './props.ts';

/* Poses of greetings. */

/** Pose of the sticker gem/hello. */
export const hello = () => [
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

/** Pose of the sticker gem/love. */
export const loveIt = () => [
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

/** Pose of the sticker gem/thank-you. */
export const thankYou = () => [
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

/** Pose of the sticker gem/party. */
export const party = () => [
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

/** Pose of the sticker gem/good-night. */
export const goodNight = () => [
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

/** Pose of the sticker gem/bye. */
export const bye = () => [
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
