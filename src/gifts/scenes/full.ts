import type { Choreography, Path } from './choreography.ts';

const ARRIVES: Path = { at: [0, 0.14, 0.22, 0.84, 1], scale: [0.2, 1.1, 1, 1.06, 0.7], y: [0.2, 0, 0, 0, 0] };

/** Animations of the largest gifts, by gift id. */
export const FULL_SCENES = {
  carousel: {
    path: {
      at: [0, 0.12, 0.2, 0.36, 0.52, 0.68, 0.84, 1],
      scale: [0.2, 1.1, 1, 1.04, 1, 1.04, 1, 0.7],
      turn: [-20, 4, 0, 3, -3, 3, 0, 0],
    },
    backdrops: ['rays', 'bulbs'],
    swarms: [
      {
        shape: 'paper',
        flight: 'fall',
        inks: ['coral', 'gold', 'cream', 'violet', 'teal'],
        many: 60,
        size: [1.4, 2.6],
        leave: [0.06, 0.6],
        life: 0.5,
      },
      { shape: 'star', flight: 'orbit', inks: ['gold', 'cream'], many: 14, size: [1.6, 3.4], leave: [0.1, 0.6] },
    ],
  },
  fireworks: {
    path: { at: [0, 0.12, 0.2, 0.84, 1], scale: [0.2, 1.08, 0.92, 0.98, 0.7], y: [0.5, 0.3, 0.34, 0.32, 0.4] },
    backdrops: ['stars', 'rockets'],
    swarms: [
      {
        shape: 'glow',
        flight: 'fall',
        inks: ['gold', 'rose', 'teal'],
        many: 50,
        size: [0.4, 0.9],
        leave: [0.2, 0.75],
        life: 0.3,
      },
      { shape: 'star', flight: 'drift', inks: ['cream', 'gold'], many: 26, size: [0.8, 2], leave: [0.12, 0.6] },
    ],
  },
  'gem-ring': {
    path: {
      at: [0, 0.2, 0.3, 0.5, 0.7, 0.84, 1],
      scale: [0.1, 1.14, 1, 1.05, 1, 1.04, 0.8],
      turn: [-220, 10, 0, -4, 4, 0, 0],
    },
    backdrops: ['rays', 'halo'],
    swarms: [
      {
        shape: 'gem',
        flight: 'spread',
        inks: ['rose', 'lilac', 'coral', 'sky'],
        many: 30,
        size: [1.4, 3],
        leave: [0.14, 0.3],
        life: 0.6,
      },
      {
        shape: 'star',
        flight: 'drift',
        inks: ['white', 'gold', 'lilac'],
        many: 40,
        size: [1, 3],
        leave: [0.1, 0.7],
        life: 0.28,
      },
      { shape: 'heart', flight: 'rise', inks: ['coral', 'rose'], many: 16, size: [1.4, 2.6], leave: [0.3, 0.6] },
    ],
  },
  sailboat: {
    path: {
      at: [0, 0.2, 0.4, 0.6, 0.8, 1],
      x: [-1.7, -0.6, -0.12, 0.12, 0.6, 1.7],
      y: [0, -0.04, 0.03, -0.03, 0.02, 0],
      turn: [-4, 5, -4, 4, -4, 4],
    },
    backdrops: ['sea'],
    swarms: [
      {
        shape: 'gull',
        flight: 'cross',
        inks: ['white', 'cream'],
        many: 9,
        size: [2, 4],
        leave: [0, 0.4],
        life: 0.6,
        behind: true,
      },
      { shape: 'glow', flight: 'drift', inks: ['gold', 'cream'], many: 34, size: [0.5, 1.1], leave: [0.05, 0.6] },
      {
        shape: 'bubble',
        flight: 'fountain',
        inks: ['sky', 'white'],
        many: 30,
        size: [0.6, 1.4],
        leave: [0.1, 0.7],
        life: 0.28,
      },
    ],
  },
  piano: {
    path: {
      at: [0, 0.14, 0.22, 0.36, 0.5, 0.64, 0.84, 1],
      y: [-1.4, 0.06, 0, 0, 0, 0, 0, 0.1],
      scale: [1, 1.02, 1, 1.03, 1, 1.03, 1, 0.7],
      turn: [-6, 2, 0, 1.5, -1.5, 1.5, 0, 0],
    },
    backdrops: ['stars', 'staff', 'halo'],
    swarms: [
      {
        shape: 'note',
        flight: 'melody',
        inks: ['gold', 'lilac', 'rose', 'sky', 'cream'],
        many: 46,
        size: [2.4, 5],
        leave: [0.12, 0.72],
        life: 0.3,
      },
      {
        shape: 'note',
        flight: 'rise',
        inks: ['lilac', 'violet'],
        many: 26,
        size: [1.4, 2.8],
        leave: [0.1, 0.6],
        behind: true,
      },
      { shape: 'heart', flight: 'steam', inks: ['coral', 'rose'], many: 10, size: [1.4, 2.4], leave: [0.2, 0.7] },
    ],
  },
  aurora: {
    path: { at: [0, 0.2, 0.3, 0.84, 1], scale: [0.4, 1.04, 1, 1.05, 0.9], y: [0.7, 0.22, 0.24, 0.2, 0.4] },
    backdrops: ['stars', 'curtains'],
    swarms: [
      { shape: 'dot', flight: 'fall', inks: ['white', 'sky'], many: 90, size: [0.3, 0.9], leave: [0, 0.6], life: 0.6 },
      { shape: 'star', flight: 'drift', inks: ['teal', 'lilac', 'white'], many: 22, size: [0.8, 2], leave: [0.1, 0.6] },
    ],
  },
  castle: {
    path: { at: [0, 0.22, 0.3, 0.84, 1], y: [1.4, -0.03, 0, -0.02, 0.2], scale: [0.8, 1.04, 1, 1.04, 0.8] },
    backdrops: ['stars', 'rainbow', 'halo'],
    swarms: [
      {
        shape: 'puff',
        flight: 'cross',
        inks: ['blush', 'lilac', 'white'],
        many: 14,
        size: [9, 18],
        leave: [0, 0.35],
        life: 0.65,
        behind: true,
      },
      {
        shape: 'star',
        flight: 'fountain',
        inks: ['gold', 'cream', 'rose'],
        many: 44,
        size: [1, 2.4],
        leave: [0.2, 0.6],
        life: 0.35,
      },
      {
        shape: 'paper',
        flight: 'fall',
        inks: ['coral', 'gold', 'violet', 'sky', 'rose'],
        many: 56,
        size: [1, 2],
        leave: [0.2, 0.65],
        life: 0.45,
      },
    ],
  },
  comet: {
    path: { at: [0, 0.5, 1], scale: [0.8, 1.15, 0.9], crosses: true },
    backdrops: ['stars', 'tail'],
    swarms: [
      {
        shape: 'gem',
        flight: 'spread',
        inks: ['rose', 'lilac', 'sky', 'gold'],
        many: 36,
        size: [0.8, 2],
        leave: [0.3, 0.55],
        life: 0.4,
      },
      {
        shape: 'star',
        flight: 'drift',
        inks: ['cream', 'lilac'],
        many: 34,
        size: [0.6, 1.8],
        leave: [0.1, 0.7],
        life: 0.3,
      },
    ],
  },
  galaxy: {
    path: { at: [0, 0.24, 0.84, 1], scale: [0.05, 1.08, 1.16, 0.4], turn: [-140, -8, 14, 60] },
    backdrops: ['stars', 'spiral'],
    swarms: [
      {
        shape: 'glow',
        flight: 'orbit',
        inks: ['violet', 'blue', 'rose'],
        many: 16,
        size: [1, 2.4],
        leave: [0.1, 0.6],
        behind: true,
      },
      {
        shape: 'star',
        flight: 'spread',
        inks: ['cream', 'gold', 'lilac'],
        many: 50,
        size: [0.8, 2.2],
        leave: [0.16, 0.6],
        life: 0.5,
      },
    ],
  },
} as const satisfies Readonly<Record<string, Choreography>>;

/** Fallback animation for one of the largest gifts that this build does not know. */
export const ANY_FULL: Choreography = {
  path: ARRIVES,
  backdrops: ['stars', 'rays'],
  swarms: [{ shape: 'star', flight: 'spread', inks: ['gold', 'cream', 'rose'], many: 50, size: [1, 2.6] }],
};
