import type { PointerEvent } from 'react';

/** A finger on the button that begins a recording, followed from the first moment: the recorder may have to be fetched meanwhile. */
export type Press = {
  /** How far it moved, px. */
  readonly x: number;
  readonly y: number;
  readonly isDown: boolean;
  /** Tells each change from now on; returns a function that ends that. */
  readonly follow: (tell: () => void) => () => void;
};

const EVENTS = ['pointermove', 'pointerup', 'pointercancel'] as const;

/** Follows a pointer until it is released, wherever it goes. */
export function followPress({ pointerId, clientX, clientY }: PointerEvent): Press {
  const told = new Set<() => void>();
  const press = {
    x: 0,
    y: 0,
    isDown: true,
    follow(tell: () => void) {
      told.add(tell);
      return () => void told.delete(tell);
    },
  };
  const onEvent = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    [press.x, press.y] = [event.clientX - clientX, event.clientY - clientY];
    if (event.type !== 'pointermove') {
      press.isDown = false;
      for (const name of EVENTS) removeEventListener(name, onEvent);
    }
    for (const tell of told) tell();
  };
  for (const name of EVENTS) addEventListener(name, onEvent);
  return press;
}
