import type { PointerEvent } from 'react';

/** A pointer pressed on the record button, tracked from its start, because the recorder's component may have to load first. */
export type Press = {
  /** Offset from where the press started, px. */
  readonly x: number;
  readonly y: number;
  readonly isDown: boolean;
  /** Subscribes to changes; returns the unsubscribe function. */
  readonly follow: (tell: () => void) => () => void;
};

const EVENTS = ['pointermove', 'pointerup', 'pointercancel'] as const;

/** Tracks a pointer until it is released or cancelled, wherever it moves. */
export function followPress({ pointerId, clientX, clientY }: PointerEvent): Press {
  const listeners = new Set<() => void>();
  const press = {
    x: 0,
    y: 0,
    isDown: true,
    follow(tell: () => void) {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
  };
  const onEvent = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    [press.x, press.y] = [event.clientX - clientX, event.clientY - clientY];
    if (event.type !== 'pointermove') {
      press.isDown = false;
      for (const name of EVENTS) removeEventListener(name, onEvent);
    }
    for (const tell of listeners) tell();
  };
  for (const name of EVENTS) addEventListener(name, onEvent);
  return press;
}
