import { ease, type Point } from './geometry.ts';

/**
 * Rotation of the head in radians (positive yaw turns the face to the right of the picture), and turn of the shoulders, `body`, without a
 * unit.
 */
export type Turn = { readonly yaw: number; readonly pitch: number; readonly roll: number; readonly body: number };

/**
 * Places points of the head (origin between the eyes, y down, chin near 270) on the canvas. The head is a curved shell: nearer points
 * move further when it turns, so one table of points serves every pose and a swaying clip shows parallax.
 */
export type Pose = {
  /** On the face; `out` lifts the point off the shell (nose, lashes). */
  face(x: number, y: number, out?: number): Point;
  /** A point with its own depth: outline, hair. Points further below the jaw follow the head less. */
  hair(x: number, y: number, z?: number): Point;
  /** Neck, shoulders, clothes. */
  body(x: number, y: number): Point;
  readonly turn: Turn;
};

const PIVOT = 215;

/**
 * Creates the projection of a turned head; `origin` is the point between the eyes on the canvas, `breath` moves head and shoulders
 * slightly.
 */
export function pose(turn: Turn, origin: Point, breath: number): Pose {
  const [sin, cos] = [Math.sin(turn.yaw), Math.cos(turn.yaw)];
  const nod = Math.sin(turn.pitch);
  const place = (x: number, y: number, z: number, follow: number): Point => {
    const turned = x * cos + z * sin - 22 * sin;
    const nodded = y - (z - 60) * nod;
    const angle = turn.roll * follow;
    const dy = nodded - PIVOT;
    return [
      origin[0] + turned * Math.cos(angle) - dy * Math.sin(angle),
      origin[1] + PIVOT + turned * Math.sin(angle) + dy * Math.cos(angle) + breath * 2.5 * (1 - follow * 0.4),
    ];
  };
  return {
    turn,
    face: (x, y, out = 0) => place(x, y, 150 * Math.sqrt(Math.max(0.04, 1 - (x / 205) ** 2)) + out, 1),
    hair: (x, y, z = 0) => {
      const free = ease(150, 520, y);
      return place(x, y, z * (1 - free), 1 - free * 0.85);
    },
    body: (x, y) => {
      const angle = turn.body * 0.35;
      const wide = x * (1 + (x > 0 ? -1 : 1) * turn.body * 0.35) * (1 + breath * 0.003);
      const dy = y - 48 - 420;
      const lift = breath * 5 * ease(300, 480, y);
      return [
        origin[0] + wide * Math.cos(angle) - dy * Math.sin(angle) * 0.3 + turn.body * 40,
        origin[1] + 420 + wide * Math.sin(angle) + dy - lift,
      ];
    },
  };
}
