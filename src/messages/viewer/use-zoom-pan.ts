import { type KeyboardEvent, useRef, useState, type WheelEvent } from 'react';
import { type Point, useDrag } from '../../ui/input/gestures.ts';
import { pressedKey } from '../../ui/keys.ts';
import { CLOSE_UP, panned, type View, WHOLE, zoomed } from './zoom.ts';

const [SWIPE_PX, TAP_PX, DOUBLE_TAP_MS] = [60, 8, 300];
const [WHEEL, KEY_FACTOR, KEY_PX] = [0.0015, 1.25, 60];
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: KEY_PX, y: 0 },
  ArrowRight: { x: -KEY_PX, y: 0 },
  ArrowUp: { x: 0, y: KEY_PX },
  ArrowDown: { x: 0, y: -KEY_PX },
};

const boxOf = (element: Element) => ({ w: element.clientWidth, h: element.clientHeight });
/** Returns a position of the viewport relative to the centre of the element, px. */
const pointIn = (element: Element, at: Point): Point => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: at.x - left - width / 2, y: at.y - top - height / 2 };
};
const isRightToLeft = () => getComputedStyle(document.documentElement).direction === 'rtl';

/**
 * Zoom and pan for one picture of several. Pinch, wheel, double tap and the keys + - 0 zoom; while zoomed in, drag and arrow keys
 * pan. While not zoomed in, a swipe or an arrow key calls `turn` with 1 for the next picture or -1 for the previous one.
 */
export function useZoomPan(turn: (step: 1 | -1) => void) {
  const [view, setView] = useState(WHOLE);
  /** Offset of the current swipe, px. */
  const [slid, setSlid] = useState(0);
  const tappedAt = useRef(Number.NEGATIVE_INFINITY);
  const latest = useRef<View>(view);
  const show = (next: View) => {
    latest.current = next;
    setView(next);
  };
  const reset = () => {
    show(WHOLE);
    setSlid(0);
  };
  /**
   * Returns on which side the next picture is: 1 if the side of `pixels` (positive: right) leads to the next picture, -1 if it leads to the
   * previous one.
   */
  const toward = (pixels: number): 1 | -1 => (pixels > 0 !== isRightToLeft() ? 1 : -1);

  function tap(stage: Element, at: Point, time: number): void {
    const isSecond = time - tappedAt.current < DOUBLE_TAP_MS;
    tappedAt.current = isSecond ? Number.NEGATIVE_INFINITY : time;
    if (!isSecond) return;
    show(latest.current.scale > 1 ? WHOLE : zoomed(WHOLE, CLOSE_UP, pointIn(stage, at), boxOf(stage)));
  }
  const drag = useDrag<HTMLElement>({
    // Presses on buttons and on the controls of a clip are not gestures.
    mayStart: (event) => (event.target as Element).closest('video, button') === null,
    onMove({ x, by, pinched }, stage) {
      if (latest.current.scale > 1) show(panned(latest.current, by, boxOf(stage)));
      else if (!pinched) setSlid(x);
    },
    onPinch({ factor, middle, by }, stage) {
      setSlid(0);
      const box = boxOf(stage);
      show(panned(zoomed(latest.current, factor, pointIn(stage, middle), box), by, box));
    },
    onEnd({ x, y, at, time, pinched }, stage, isCancelled) {
      setSlid(0);
      if (isCancelled || pinched) return;
      if (latest.current.scale === 1 && Math.abs(x) > Math.max(SWIPE_PX, Math.abs(y))) turn(toward(-x));
      else if (Math.hypot(x, y) < TAP_PX) tap(stage, at, time);
    },
  });

  const handlers = {
    ...drag,
    onWheel(event: WheelEvent) {
      const stage = event.currentTarget;
      const at = pointIn(stage, { x: event.clientX, y: event.clientY });
      show(zoomed(latest.current, Math.exp(-event.deltaY * WHEEL), at, boxOf(stage)));
    },
  };
  function onKeyDown(event: KeyboardEvent, stage: Element | null): void {
    if (!stage || event.ctrlKey || event.metaKey || event.altKey) return;
    // In a clip the arrow keys seek.
    if ((event.target as Element).closest('video')) return;
    const [box, middle] = [boxOf(stage), { x: 0, y: 0 }];
    const arrow = ARROWS[pressedKey(event)];
    if (pressedKey(event) === '+' || pressedKey(event) === '=') show(zoomed(latest.current, KEY_FACTOR, middle, box));
    else if (pressedKey(event) === '-') show(zoomed(latest.current, 1 / KEY_FACTOR, middle, box));
    else if (pressedKey(event) === '0') show(WHOLE);
    else if (arrow && latest.current.scale > 1) show(panned(latest.current, arrow, box));
    else if (arrow && arrow.x !== 0) turn(toward(-arrow.x));
    else return;
    event.preventDefault();
  }
  const toggle = (stage: Element | null) =>
    show(latest.current.scale > 1 || !stage ? WHOLE : zoomed(WHOLE, CLOSE_UP, { x: 0, y: 0 }, boxOf(stage)));
  return { view, slid, reset, handlers, onKeyDown, toggle };
}
