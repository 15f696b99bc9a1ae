import { type PointerEvent, useMemo, useRef } from 'react';

/** A position in the viewport or a distance, px. */
export type Point = { readonly x: number; readonly y: number };

/** State of a drag, passed to `onMove` and `onEnd`: distance from its start in px, and horizontal speed to the right in px/ms. */
export type Drag = {
  readonly x: number;
  readonly y: number;
  /** Distance since the previous call of `onMove`, px. */
  readonly by: Point;
  /** Position of the pointer in the viewport. */
  readonly at: Point;
  /** Smoothed; 0 when the pointer rested before it was released. */
  readonly speed: number;
  readonly elapsedMs: number;
  /** Time of its last event (`timeStamp`), ms. */
  readonly time: number;
  /** False while the movement is below the slack, so that it counts as a tap. */
  readonly moved: boolean;
  /** A second pointer was pressed since the start. */
  readonly pinched: boolean;
};

/** One movement of a pinch: the ratio of the distances between the two pointers, their centre, and how far it moved. */
export type Pinch = { readonly factor: number; readonly middle: Point; readonly by: Point };

/** Returns the pinch in which one of two pointers moves from `before` to `here`, while the other one stays at `other`. */
export function pinchOf(before: Point, here: Point, other: Point): Pinch {
  const apart = (one: Point) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
  return {
    factor: apart(here) / apart(before),
    middle: { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 },
    by: { x: (here.x - before.x) / 2, y: (here.y - before.y) / 2 },
  };
}

type Way<E extends HTMLElement> = {
  /** Minimum movement of a drag, px; less is a tap. */
  readonly slackPx?: number;
  readonly mayStart?: (event: PointerEvent<E>) => boolean;
  readonly onStart?: (element: E) => void;
  readonly onMove: (drag: Drag, element: E) => void;
  /**
   * Called for each movement of a pinch. With this callback a second pointer pinches while both are pressed; without it, only the first
   * pressed pointer counts.
   */
  readonly onPinch?: (pinch: Pinch, element: E) => void;
  /** Called when no pointer is pressed any more. `cancelled`: the browser cancelled the last one before it was released. */
  readonly onEnd: (drag: Drag, element: E, cancelled: boolean) => void;
};

/** Time without movement after which a pointer counts as resting, ms. */
const REST_MS = 80;

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });
const RESTING: Drag = {
  x: 0,
  y: 0,
  by: { x: 0, y: 0 },
  at: { x: 0, y: 0 },
  speed: 0,
  elapsedMs: 0,
  time: 0,
  moved: false,
  pinched: false,
};

/** Creates the pointer handlers of an element that is dragged, and pinched if there is `onPinch`, outside of React hooks. */
export function dragHandlers<E extends HTMLElement>(way: Way<E>) {
  const { slackPx = 0, mayStart, onStart, onMove, onPinch, onEnd } = way;
  const maxPointers = onPinch ? 2 : 1;
  const pressed = new Map<number, Point>();
  let [start, startAt, lastAt, speed, moved] = [RESTING.at, 0, 0, 0, false];
  let drag = RESTING;
  const end = (event: PointerEvent<E>, cancelled: boolean) => {
    if (!pressed.delete(event.pointerId) || pressed.size > 0) return;
    const rested = event.timeStamp - lastAt > REST_MS;
    const time = event.timeStamp;
    onEnd({ ...drag, speed: rested ? 0 : speed, elapsedMs: time - startAt, time }, event.currentTarget, cancelled);
  };
  return {
    onPointerDown(event: PointerEvent<E>): void {
      if (event.button !== 0 || pressed.size === maxPointers || mayStart?.(event) === false) return;
      pressed.set(event.pointerId, pointOf(event));
      if (slackPx === 0) event.currentTarget.setPointerCapture(event.pointerId);
      if (pressed.size > 1) {
        drag = { ...drag, pinched: true };
        return;
      }
      [start, startAt, lastAt, speed, moved] = [pointOf(event), event.timeStamp, event.timeStamp, 0, slackPx === 0];
      drag = { ...RESTING, at: start, moved };
      onStart?.(event.currentTarget);
    },
    onPointerMove(event: PointerEvent<E>): void {
      const before = pressed.get(event.pointerId);
      if (!before) return;
      const at = pointOf(event);
      const other = [...pressed].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        pressed.set(event.pointerId, at);
        onPinch?.(pinchOf(before, at, other), event.currentTarget);
        return;
      }
      const [x, y] = [at.x - start.x, at.y - start.y];
      if (!moved && Math.hypot(x, y) < slackPx) return;
      if (!moved) event.currentTarget.setPointerCapture(event.pointerId);
      moved = true;
      pressed.set(event.pointerId, at);
      const by = { x: at.x - before.x, y: at.y - before.y };
      const step = event.timeStamp - lastAt;
      if (step > 0) speed = 0.6 * (by.x / step) + 0.4 * speed;
      lastAt = event.timeStamp;
      drag = { ...drag, x, y, by, at, speed, elapsedMs: lastAt - startAt, time: lastAt, moved };
      onMove(drag, event.currentTarget);
    },
    onPointerUp: (event: PointerEvent<E>) => end(event, false),
    onPointerCancel: (event: PointerEvent<E>) => end(event, true),
  };
}

/**
 * Hook form of `dragHandlers`: the returned handlers are stable and call the callbacks of the last render. `slackPx`, and whether
 * there is `onPinch`, are read once.
 */
export function useDrag<E extends HTMLElement>(way: Way<E>) {
  const last = useRef(way);
  last.current = way;
  return useMemo(
    () =>
      dragHandlers<E>({
        slackPx: last.current.slackPx ?? 0,
        mayStart: (event) => last.current.mayStart?.(event) ?? true,
        onStart: (element) => last.current.onStart?.(element),
        onMove: (drag, element) => last.current.onMove(drag, element),
        ...(last.current.onPinch && {
          onPinch: (pinch: Pinch, element: E) => last.current.onPinch?.(pinch, element),
        }),
        onEnd: (drag, element, cancelled) => last.current.onEnd(drag, element, cancelled),
      }),
    [],
  );
}
