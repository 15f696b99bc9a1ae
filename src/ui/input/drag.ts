import { type PointerEvent, useMemo, useRef } from 'react';

/** State of a drag, passed to `onMove` and `onEnd`: distance from its start in px, and horizontal speed to the right in px/ms. */
export type Drag = {
  readonly x: number;
  readonly y: number;
  /** Smoothed; 0 when the pointer rested before it was released. */
  readonly speed: number;
  readonly elapsedMs: number;
  /** False while the movement is below the slack, so that it counts as a tap. */
  readonly moved: boolean;
};

type Way<E extends HTMLElement> = {
  /** Minimum movement of a drag, px; less is a tap. */
  readonly slackPx?: number;
  readonly mayStart?: () => boolean;
  readonly onStart?: (element: E) => void;
  readonly onMove: (drag: Drag, element: E) => void;
  /** `cancelled`: the browser cancelled the pointer before it was released. */
  readonly onEnd: (drag: Drag, element: E, cancelled: boolean) => void;
};

/** Time without movement after which a pointer counts as resting, ms. */
const REST_MS = 80;

/** Creates the pointer handlers of a draggable element outside of React hooks. Only the first pressed pointer drags; others are ignored. */
export function dragHandlers<E extends HTMLElement>({ slackPx = 0, mayStart, onStart, onMove, onEnd }: Way<E>) {
  let held: { readonly id: number; readonly x: number; readonly y: number; readonly at: number } | undefined;
  let [lastX, lastAt, speed, moved] = [0, 0, 0, false];
  let drag: Drag = { x: 0, y: 0, speed: 0, elapsedMs: 0, moved: false };
  const end = (event: PointerEvent<E>, cancelled: boolean) => {
    if (held?.id !== event.pointerId) return;
    const rested = event.timeStamp - lastAt > REST_MS;
    const elapsedMs = event.timeStamp - held.at;
    held = undefined;
    onEnd({ ...drag, speed: rested ? 0 : speed, elapsedMs }, event.currentTarget, cancelled);
  };
  return {
    onPointerDown(event: PointerEvent<E>): void {
      if (event.button !== 0 || held || mayStart?.() === false) return;
      held = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp };
      [lastX, lastAt, speed, moved] = [event.clientX, event.timeStamp, 0, slackPx === 0];
      drag = { x: 0, y: 0, speed: 0, elapsedMs: 0, moved };
      if (moved) event.currentTarget.setPointerCapture(event.pointerId);
      onStart?.(event.currentTarget);
    },
    onPointerMove(event: PointerEvent<E>): void {
      if (held?.id !== event.pointerId) return;
      const [x, y] = [event.clientX - held.x, event.clientY - held.y];
      if (!moved && Math.hypot(x, y) < slackPx) return;
      if (!moved) event.currentTarget.setPointerCapture(event.pointerId);
      moved = true;
      const step = event.timeStamp - lastAt;
      if (step > 0) speed = 0.6 * ((event.clientX - lastX) / step) + 0.4 * speed;
      [lastX, lastAt] = [event.clientX, event.timeStamp];
      drag = { x, y, speed, elapsedMs: event.timeStamp - held.at, moved };
      onMove(drag, event.currentTarget);
    },
    onPointerUp: (event: PointerEvent<E>) => end(event, false),
    onPointerCancel: (event: PointerEvent<E>) => end(event, true),
  };
}

/** Hook form of `dragHandlers`: the returned handlers are stable and call the callbacks of the last render. `slackPx` is read once. */
export function useDrag<E extends HTMLElement>(way: Way<E>) {
  const last = useRef(way);
  last.current = way;
  return useMemo(
    () =>
      dragHandlers<E>({
        slackPx: last.current.slackPx ?? 0,
        mayStart: () => last.current.mayStart?.() ?? true,
        onStart: (element) => last.current.onStart?.(element),
        onMove: (drag, element) => last.current.onMove(drag, element),
        onEnd: (drag, element, cancelled) => last.current.onEnd(drag, element, cancelled),
      }),
    [],
  );
}
