import type { KeyboardEvent, RefObject, WheelEvent } from 'react';
import { type Point, useDrag } from '../input/gestures.ts';
import { pressedKey } from '../keys.ts';
import { boxOf, type Crop, type Size } from './crop.ts';

type Options = {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly image: Size;
  readonly shape: Size;
  readonly change: (next: (before: Crop) => Crop) => void;
};

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
  /** Pixels of the picture per CSS pixel. */
  const scaleOf = (crop: Crop) => boxOf(crop, image, shape).width / (canvas.current?.clientWidth || 1);
  const move = ({ x, y }: Point) =>
    change((crop) => ({ ...crop, x: crop.x + x * scaleOf(crop), y: crop.y + y * scaleOf(crop) }));
  const scale = (factor: number) => change((crop) => ({ ...crop, zoom: crop.zoom * factor }));
  const drag = useDrag<HTMLElement>({
    // The picture follows the finger, so the crop moves in the opposite direction.
    onMove: ({ by }) => move({ x: -by.x, y: -by.y }),
    onPinch: ({ factor }) => scale(factor),
    onEnd: () => undefined,
  });
  return {
    ...drag,
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
