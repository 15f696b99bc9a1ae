import { type KeyboardEvent, type PointerEvent, useRef, useState, type WheelEvent } from 'react';
import { pressedKey } from '../../ui/keys.ts';
import { CLOSE_UP, moved, type View, WHOLE, zoomed } from './zoom.ts';

type Point = { readonly x: number; readonly y: number };

const [SWIPE_PX, TAP_PX, DOUBLE_TAP_MS] = [60, 8, 300];
const [WHEEL, KEY_FACTOR, KEY_PX] = [0.0015, 1.25, 60];
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: KEY_PX, y: 0 },
  ArrowRight: { x: -KEY_PX, y: 0 },
  ArrowUp: { x: 0, y: KEY_PX },
  ArrowDown: { x: 0, y: -KEY_PX },
};

const boxOf = (element: Element) => ({ w: element.clientWidth, h: element.clientHeight });
/** Pointer position relative to the centre of the element, px. */
const pointIn = (element: Element, { clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
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
  const fingers = useRef(new Map<number, Point>());
  const press = useRef({ x: 0, y: 0, hadTwo: false });
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
  /** Direction of the picture on that side: 1 is the next one. Positive `pixels` are on the right. */
  const toward = (pixels: number): 1 | -1 => (pixels > 0 !== isRightToLeft() ? 1 : -1);

  function tap(event: PointerEvent): void {
    const isSecond = event.timeStamp - tappedAt.current < DOUBLE_TAP_MS;
    tappedAt.current = isSecond ? Number.NEGATIVE_INFINITY : event.timeStamp;
    const stage = event.currentTarget;
    if (!isSecond) return;
    show(latest.current.scale > 1 ? WHOLE : zoomed(WHOLE, CLOSE_UP, pointIn(stage, event), boxOf(stage)));
  }
  function lift(event: PointerEvent, isCancelled: boolean): void {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return;
    const { x, y, hadTwo } = press.current;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    const isSwipe =
      !isCancelled && !hadTwo && latest.current.scale === 1 && Math.abs(dx) > Math.max(SWIPE_PX, Math.abs(dy));
    setSlid(0);
    if (isSwipe) turn(toward(-dx));
    else if (!isCancelled && !hadTwo && Math.hypot(dx, dy) < TAP_PX) tap(event);
  }

  const handlers = {
    onPointerDown(event: PointerEvent) {
      // Presses on buttons and on the controls of a clip are not gestures.
      if (event.button !== 0 || (event.target as Element).closest('video, button')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const isFirst = fingers.current.size === 1;
      press.current = isFirst
        ? { x: event.clientX, y: event.clientY, hadTwo: false }
        : { ...press.current, hadTwo: true };
      if (!isFirst) setSlid(0);
    },
    onPointerMove(event: PointerEvent) {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const here = { x: event.clientX, y: event.clientY };
      const by = { x: here.x - before.x, y: here.y - before.y };
      const [stage, box] = [event.currentTarget, boxOf(event.currentTarget)];
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, here);
      if (other) {
        const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
        const middle = { clientX: (here.x + other.x) / 2, clientY: (here.y + other.y) / 2 };
        const closer = zoomed(latest.current, apart(here) / apart(before), pointIn(stage, middle), box);
        show(moved(closer, { x: by.x / 2, y: by.y / 2 }, box));
      } else if (latest.current.scale > 1) show(moved(latest.current, by, box));
      else if (!press.current.hadTwo) setSlid(here.x - press.current.x);
    },
    onPointerUp: (event: PointerEvent) => lift(event, false),
    onPointerCancel: (event: PointerEvent) => lift(event, true),
    onWheel(event: WheelEvent) {
      const stage = event.currentTarget;
      show(zoomed(latest.current, Math.exp(-event.deltaY * WHEEL), pointIn(stage, event), boxOf(stage)));
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
    else if (arrow && latest.current.scale > 1) show(moved(latest.current, arrow, box));
    else if (arrow && arrow.x !== 0) turn(toward(-arrow.x));
    else return;
    event.preventDefault();
  }
  const toggle = (stage: Element | null) =>
    show(latest.current.scale > 1 || !stage ? WHOLE : zoomed(WHOLE, CLOSE_UP, { x: 0, y: 0 }, boxOf(stage)));
  return { view, slid, reset, handlers, onKeyDown, toggle };
}
