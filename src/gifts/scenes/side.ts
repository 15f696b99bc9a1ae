import type { Choreography, Path } from './choreography.ts';

const SLIDES: Path = { at: [0, 0.22, 0.32, 0.8, 1], x: [-1.8, 0.1, 0, 0, 1.9], turn: [-10, 6, 0, 0, 8] };

/** Animations of gifts of the size `side`, the middle one of `SceneSize`, by gift id. `ANY_SIDE` is played for the others of this size. */
export const SIDE_SCENES = {
  'paper-boat': {
    path: {
      at: [0, 0.2, 0.4, 0.6, 0.8, 1],
      x: [-1.7, -0.7, -0.15, 0.15, 0.7, 1.7],
      y: [0, -0.05, 0.02, -0.04, 0.02, 0],
      turn: [-6, 7, -7, 6, -6, 5],
    },
    backdrops: ['water'],
    swarms: [
      { shape: 'bubble', flight: 'rise', inks: ['sky', 'white'], many: 18, size: [1, 2.6], leave: [0.05, 0.6] },
      { shape: 'heart', flight: 'steam', inks: ['coral', 'rose'], many: 8, size: [2, 4], leave: [0.2, 0.6] },
    ],
  },
  bouquet: {
    path: {
      at: [0, 0.24, 0.36, 0.8, 1],
      x: [-1.8, 0.08, 0, 0, 0],
      turn: [-40, 10, 0, 0, -6],
      scale: [0.7, 1.08, 1, 1.04, 0.7],
    },
    backdrops: ['halo'],
    swarms: [
      {
        shape: 'petal',
        flight: 'fountain',
        inks: ['coral', 'rose', 'blush', 'lilac', 'gold'],
        many: 34,
        size: [2.4, 4.6],
        leave: [0.18, 0.5],
        life: 0.5,
      },
      {
        shape: 'petal',
        flight: 'fall',
        inks: ['rose', 'cream', 'lilac'],
        many: 22,
        size: [2, 3.6],
        leave: [0.2, 0.5],
        life: 0.5,
      },
    ],
  },
  teddy: {
    path: {
      at: [0, 0.1, 0.2, 0.3, 0.4, 0.55, 0.65, 0.8, 1],
      x: [-1.8, -1.3, -0.8, -0.35, 0, 0, 0, 0, 0],
      turn: [-9, 9, -9, 9, 0, -8, 8, 0, 0],
      y: [0, -0.05, 0, -0.05, 0, -0.04, 0, 0, 0],
      scale: [1, 1, 1, 1, 1, 1.12, 1, 1, 0.7],
    },
    backdrops: ['halo'],
    swarms: [
      {
        shape: 'heart',
        flight: 'burst',
        inks: ['coral', 'rose', 'blush'],
        many: 22,
        size: [3, 6.5],
        leave: [0.42, 0.55],
      },
      { shape: 'heart', flight: 'rise', inks: ['rose', 'blush', 'coral'], many: 16, size: [2, 4], leave: [0.3, 0.6] },
    ],
  },
  'music-box': {
    path: {
      at: [0, 0.2, 0.3, 0.8, 1],
      y: [1.2, -0.05, 0, 0, 0.2],
      turn: [0, -4, 0, 2, 0],
      scale: [0.8, 1.05, 1, 1.03, 0.7],
    },
    backdrops: ['halo', 'rings'],
    swarms: [
      {
        shape: 'note',
        flight: 'melody',
        inks: ['gold', 'lilac', 'rose', 'sky'],
        many: 26,
        size: [4, 7],
        leave: [0.16, 0.62],
        life: 0.38,
      },
      { shape: 'star', flight: 'drift', inks: ['gold', 'cream'], many: 14, size: [1.4, 3], behind: true },
    ],
  },
  balloon: {
    path: { at: [0, 0.35, 0.7, 1], y: [1.3, 0.05, -0.12, -1.5], x: [-0.1, 0.06, -0.05, 0.1], turn: [-4, 4, -4, 3] },
    backdrops: [],
    swarms: [
      {
        shape: 'balloon',
        flight: 'rise',
        inks: ['coral', 'gold', 'teal', 'violet', 'rose', 'blue'],
        many: 20,
        size: [5, 10],
        leave: [0, 0.5],
        life: 0.55,
        behind: true,
      },
      {
        shape: 'paper',
        flight: 'fall',
        inks: ['gold', 'rose', 'teal', 'lilac'],
        many: 24,
        size: [1.2, 2.2],
        leave: [0.15, 0.5],
      },
    ],
  },
  fireflies: {
    path: { at: [0, 0.2, 0.3, 0.8, 1], scale: [0.4, 1.06, 1, 1.03, 0.8], y: [0.3, -0.02, 0, -0.04, 0] },
    backdrops: ['dusk', 'meadow', 'halo'],
    swarms: [
      {
        shape: 'glow',
        flight: 'drift',
        inks: ['gold', 'cream', 'green'],
        many: 40,
        size: [1.2, 2.8],
        leave: [0.02, 0.4],
        life: 0.6,
      },
      { shape: 'glow', flight: 'steam', inks: ['gold'], many: 12, size: [1, 2.2], leave: [0.1, 0.6] },
    ],
  },
  perfume: {
    path: {
      at: [0, 0.18, 0.28, 0.36, 0.44, 0.56, 0.64, 0.8, 1],
      x: [1.8, 0.36, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4],
      scale: [0.8, 1, 1, 0.93, 1.03, 0.93, 1, 1, 0.7],
      turn: [14, -5, 0, 5, -3, 5, 0, 0, 0],
    },
    backdrops: [],
    swarms: [
      {
        shape: 'puff',
        flight: 'mist',
        inks: ['blush', 'lilac', 'cream'],
        many: 34,
        size: [5, 10],
        leave: [0.3, 0.6],
        life: 0.4,
      },
      {
        shape: 'star',
        flight: 'mist',
        inks: ['gold', 'white', 'rose'],
        many: 24,
        size: [1.6, 3.6],
        leave: [0.3, 0.6],
        life: 0.42,
      },
      {
        shape: 'heart',
        flight: 'mist',
        inks: ['coral', 'rose'],
        many: 8,
        size: [2, 3.6],
        leave: [0.34, 0.6],
        life: 0.42,
      },
    ],
  },
  guitar: {
    path: {
      at: [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1],
      x: [1.8, -0.05, 0, 0, 0, 0, 0, 0, 0],
      turn: [50, -8, 4, -4, 4, -4, 4, 0, 0],
      scale: [0.8, 1.05, 1, 1.04, 1, 1.04, 1, 1, 0.7],
    },
    backdrops: ['rings'],
    swarms: [
      {
        shape: 'note',
        flight: 'melody',
        inks: ['gold', 'orange', 'coral', 'cream'],
        many: 24,
        size: [4, 7.5],
        leave: [0.18, 0.62],
        life: 0.36,
      },
      { shape: 'heart', flight: 'burst', inks: ['coral', 'rose'], many: 10, size: [2, 4], leave: [0.3, 0.6] },
    ],
  },
  lanterns: {
    path: { at: [0, 0.3, 0.75, 1], y: [1.2, 0.02, -0.14, -1.1], turn: [4, -3, 3, 0], scale: [0.8, 1, 1, 0.85] },
    backdrops: ['dusk', 'stars'],
    swarms: [
      {
        shape: 'lantern',
        flight: 'rise',
        inks: ['orange', 'coral', 'gold'],
        many: 26,
        size: [3, 8],
        leave: [0, 0.5],
        life: 0.6,
        behind: true,
      },
      { shape: 'glow', flight: 'rise', inks: ['gold'], many: 24, size: [0.6, 1.3], leave: [0.05, 0.5], life: 0.5 },
    ],
  },
} as const satisfies Readonly<Record<string, Choreography>>;

/** Fallback animation for a medium gift that this build does not know. */
export const ANY_SIDE: Choreography = {
  path: SLIDES,
  backdrops: ['halo'],
  swarms: [{ shape: 'star', flight: 'fountain', inks: ['gold', 'cream', 'rose'], many: 30, size: [2, 4] }],
};
