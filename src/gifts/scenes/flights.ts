import type { Flight } from './choreography.ts';

/** Size of the canvas of a gift animation, and of the gift in it, px. */
export type Box = { readonly width: number; readonly height: number; readonly gift: number };
/** Random values that vary one particle of a gift animation, each from 0 to 1. */
export type Chances = readonly [number, number, number, number];
/** Placement of a particle: position relative to the centre of the scene, px; `grow` is a scale factor, `turn` in radians. */
export type Spot = { readonly x: number; readonly y: number; readonly turn: number; readonly grow: number };

const TURN = Math.PI * 2;
const slowing = (k: number) => 1 - (1 - k) ** 2.2;

/** Functions that return the placement of a particle at the fraction `k` of its life, by motion. */
export const FLIGHTS: Readonly<Record<Flight, (chances: Chances, k: number, box: Box) => Spot>> = {
  burst([a, b, c, d], k, { gift }) {
    // Starts at the rim of the gift, so that the gift stays visible.
    const way = gift * (0.4 + (0.15 + 0.6 * b) * slowing(k));
    const angle = a * TURN;
    return {
      x: way * Math.cos(angle),
      y: way * Math.sin(angle) + gift * 0.3 * k * k,
      turn: (c - 0.5) * 9 * k + d * TURN,
      grow: 1 - 0.35 * k,
    };
  },
  fountain([a, b, c, d], k, { gift }) {
    const side = (a - 0.5) * 1.9 * gift * slowing(k);
    const up = gift * (0.75 + 0.7 * b);
    return { x: side, y: -up * k * 2 + up * 2.6 * k * k, turn: (c - 0.5) * 12 * k + d * TURN, grow: 1 };
  },
  rise([a, b, c, d], k, { width, height }) {
    const sway = Math.sin(k * (4 + 4 * c) + d * TURN) * width * 0.03;
    return {
      x: (a - 0.5) * width * 0.94 + sway,
      y: height * (0.62 - (0.95 + 0.4 * b) * k),
      turn: Math.sin(k * 5 + d * TURN) * 0.22,
      grow: 0.7 + 0.3 * Math.min(1, k * 4),
    };
  },
  steam([a, b, c, d], k, { gift }) {
    const sway = Math.sin(k * 6 + d * TURN) * gift * 0.1;
    return {
      x: (a - 0.5) * gift * 0.5 + sway,
      y: -gift * (0.3 + (0.45 + 0.35 * b) * k),
      turn: (c - 0.5) * k,
      grow: 0.5 + 0.9 * k,
    };
  },
  fall([a, b, c, d], k, { width, height }) {
    const sway = Math.sin(k * (5 + 4 * c) + d * TURN) * width * 0.05;
    return {
      x: (a - 0.5) * width + sway,
      y: height * (-0.56 + (0.9 + 0.3 * b) * k),
      turn: d * TURN + k * (c - 0.5) * 10,
      grow: 1,
    };
  },
  drift([a, b, c, d], k, { width, height }) {
    return {
      x: (a - 0.5) * width * 0.9 + Math.sin(k * 5 + c * TURN) * width * 0.05,
      y: (b - 0.5) * height * 0.86 + Math.cos(k * 4 + d * TURN) * height * 0.06,
      turn: 0,
      grow: 0.55 + 0.45 * Math.sin(k * Math.PI * 4 + c * TURN),
    };
  },
  orbit([a, b, c, d], k, { gift }) {
    const angle = a * TURN + k * (2 + 2 * c);
    const way = gift * (0.55 + 0.35 * b) * (0.6 + 0.4 * slowing(k));
    return { x: way * Math.cos(angle), y: way * 0.86 * Math.sin(angle), turn: d * TURN + k * 3, grow: 1 };
  },
  spread([a, b, c, d], k, { width, height }) {
    const angle = a * TURN;
    const way = slowing(k) * (0.25 + 0.45 * b);
    return {
      x: way * width * Math.cos(angle),
      y: way * height * Math.sin(angle) + height * 0.08 * k * k,
      turn: d * TURN + (c - 0.5) * 8 * k,
      grow: 1 - 0.2 * k,
    };
  },
  cross([a, b, c, d], k, { width, height }) {
    return {
      x: width * (-0.6 + 1.2 * k + (a - 0.5) * 0.2),
      y: height * ((b - 0.5) * 0.6) + Math.sin(k * 7 + d * TURN) * height * 0.03,
      turn: (c - 0.5) * 0.3,
      grow: 0.8 + 0.4 * c,
    };
  },
  mist([a, b, c, d], k, { gift }) {
    const angle = Math.PI + 0.2 + (a - 0.5) * 0.9;
    const way = gift * (0.5 + 1.1 * b) * slowing(k);
    return {
      x: gift * 0.18 + way * Math.cos(angle),
      y: -gift * 0.2 + way * Math.sin(angle) + gift * 0.2 * k * k,
      turn: d * TURN,
      grow: 0.4 + 1.1 * k * (0.5 + c),
    };
  },
  melody([a, b, c, d], k, { width, gift }) {
    const way = (a < 0.5 ? -1 : 1) * (gift * 0.35 + width * (0.12 + 0.25 * b) * k);
    return {
      x: way,
      y: gift * 0.1 - gift * (0.5 + 0.5 * c) * k + Math.sin(k * 8 + d * TURN) * gift * 0.09,
      turn: Math.sin(k * 6 + d * TURN) * 0.3,
      grow: 0.6 + 0.4 * Math.min(1, k * 5),
    };
  },
};
