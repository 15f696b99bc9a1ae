import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, type WheelEvent } from 'react';
import { pressedKey } from '../keys.ts';
import { boxOf, type Crop, type Size } from './crop.ts';

type Options = {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly image: Size;
  readonly shape: Size;
  readonly change: (next: (before: Crop) => Crop) => void;
};
type Point = { readonly x: number; readonly y: number };

const KEY_PX = 16;
const STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -KEY_PX, y: 0 },
  ArrowRight: { x: KEY_PX, y: 0 },
  ArrowUp: { x: 0, y: -KEY_PX },
  ArrowDown: { x: 0, y: KEY_PX },
};
const WHEEL = 0.0015;

/** Gestures of the crop dialog: one finger moves the picture, two fingers and the wheel zoom, arrow keys move, + and - zoom. */
export function useCropGestures({ canvas, image, shape, change }: Options) {
  const fingers = useRef(new Map<number, Point>());
  /** Pixels of the picture per CSS pixel. */
  const scaleOf = (crop: Crop) => boxOf(crop, image, shape).width / (canvas.current?.clientWidth || 1);
  const move = ({ x, y }: Point) =>
    change((crop) => ({ ...crop, x: crop.x + x * scaleOf(crop), y: crop.y + y * scaleOf(crop) }));
  const scale = (factor: number) => change((crop) => ({ ...crop, zoom: crop.zoom * factor }));
  const spread = () => {
    const [a, b] = [...fingers.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  const lift = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId);
  };
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove(event: PointerEvent) {
      const last = fingers.current.get(event.pointerId);
      if (!last) return;
      const before = spread();
      const here = { x: event.clientX, y: event.clientY };
      fingers.current.set(event.pointerId, here);
      const after = spread();
      if (before > 0 && after > 0) scale(after / before);
      // The picture follows the finger, so the crop moves in the opposite direction.
      else move({ x: last.x - here.x, y: last.y - here.y });
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onWheel: (event: WheelEvent) => scale(Math.exp(-event.deltaY * WHEEL)),
    onKeyDown(event: KeyboardEvent) {
      const step = STEPS[pressedKey(event)];
      if (step) move(step);
      else if (pressedKey(event) === '+' || pressedKey(event) === '=') scale(1.1);
      else if (pressedKey(event) === '-') scale(1 / 1.1);
      else return;
      event.preventDefault();
    },
  };
}
