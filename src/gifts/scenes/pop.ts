import type { Choreography, Path } from './choreography.ts';

/** Motion of small gifts: jumps up, overshoots and settles. */
const POPS: Path = {
  at: [0, 0.14, 0.24, 0.32, 0.86, 1],
  scale: [0.2, 1.18, 0.94, 1, 1, 0.7],
  y: [0.3, -0.06, 0, 0, 0, -0.1],
};

/** Animations of the smallest gifts, by gift id. */
export const POP_SCENES = {
  wink: {
    path: {
      at: [0, 0.14, 0.26, 0.4, 0.5, 0.6, 0.86, 1],
      scale: [0.2, 1.2, 0.96, 1, 1.14, 1, 1, 0.7],
      turn: [0, -6, 0, 0, -14, 0, 0, 0],
    },
    backdrops: [],
    swarms: [
      { shape: 'heart', flight: 'burst', inks: ['coral', 'rose', 'blush'], many: 16, size: [3, 6], leave: [0.1, 0.2] },
      { shape: 'heart', flight: 'rise', inks: ['rose', 'coral'], many: 8, size: [2, 4], leave: [0.2, 0.5] },
      { shape: 'star', flight: 'orbit', inks: ['gold'], many: 5, size: [3, 5], leave: [0.4, 0.5] },
    ],
  },
  clover: {
    path: {
      at: [0, 0.3, 0.42, 0.86, 1],
      scale: [0.1, 1.14, 1, 1, 0.7],
      turn: [-260, 14, 0, 4, 10],
    },
    backdrops: ['halo'],
    swarms: [
      {
        shape: 'leaf',
        flight: 'burst',
        inks: ['green', 'leaf', 'teal'],
        many: 18,
        size: [3, 5.5],
        leave: [0.12, 0.28],
      },
      { shape: 'star', flight: 'orbit', inks: ['gold', 'cream'], many: 10, size: [2, 4.5], leave: [0.2, 0.5] },
    ],
  },
  rose: {
    path: {
      at: [0, 0.34, 0.5, 0.86, 1],
      scale: [0.3, 1.08, 1, 1, 0.8],
      y: [0.9, -0.04, 0, 0, 0.1],
      turn: [-18, 6, 0, -3, 0],
    },
    backdrops: ['halo'],
    swarms: [
      {
        shape: 'petal',
        flight: 'fall',
        inks: ['coral', 'rose', 'blush'],
        many: 22,
        size: [2.5, 5],
        leave: [0.1, 0.5],
        life: 0.6,
      },
      { shape: 'glow', flight: 'orbit', inks: ['rose'], many: 6, size: [1, 1.8], behind: true },
    ],
  },
  lollipop: {
    path: { at: [0, 0.4, 0.52, 0.86, 1], scale: [0.1, 1.12, 1, 1, 0.7], turn: [540, -12, 0, 5, 40] },
    backdrops: [],
    swarms: [
      {
        shape: 'dot',
        flight: 'orbit',
        inks: ['coral', 'cream', 'rose', 'gold'],
        many: 16,
        size: [1.5, 3],
        leave: [0.05, 0.4],
      },
      {
        shape: 'paper',
        flight: 'burst',
        inks: ['coral', 'rose', 'gold', 'violet', 'cream'],
        many: 24,
        size: [2, 3.6],
        leave: [0.3, 0.38],
      },
    ],
  },
  coffee: {
    path: {
      at: [0, 0.18, 0.28, 0.38, 0.86, 1],
      y: [-0.9, 0.06, -0.03, 0, 0, 0],
      scale: [0.9, 1.04, 1, 1, 1, 0.8],
      turn: [-8, 3, -1, 0, 0, 0],
    },
    backdrops: ['halo'],
    swarms: [
      {
        shape: 'puff',
        flight: 'steam',
        inks: ['white', 'cream'],
        many: 14,
        size: [4, 8],
        leave: [0.15, 0.7],
        life: 0.5,
      },
      { shape: 'heart', flight: 'steam', inks: ['coral', 'rose'], many: 7, size: [2.5, 4.5], leave: [0.25, 0.6] },
    ],
  },
  cupcake: {
    path: {
      at: [0, 0.12, 0.24, 0.36, 0.46, 0.56, 0.86, 1],
      y: [0.8, -0.24, 0, -0.12, 0, 0, 0, 0],
      scale: [0.5, 1.04, 0.96, 1.02, 0.99, 1, 1, 0.7],
    },
    backdrops: [],
    swarms: [
      {
        shape: 'sprinkle',
        flight: 'fountain',
        inks: ['coral', 'teal', 'gold', 'violet', 'blue', 'rose'],
        many: 36,
        size: [1.6, 2.6],
        leave: [0.08, 0.3],
        life: 0.6,
      },
      { shape: 'star', flight: 'orbit', inks: ['gold', 'cream'], many: 7, size: [2, 4] },
    ],
  },
} as const satisfies Readonly<Record<string, Choreography>>;

/** Fallback animation for a small gift that this build does not know. */
export const ANY_POP: Choreography = {
  path: POPS,
  backdrops: ['halo'],
  swarms: [
    { shape: 'star', flight: 'burst', inks: ['gold', 'cream', 'rose'], many: 20, size: [2, 4.5], leave: [0.1, 0.25] },
  ],
};
