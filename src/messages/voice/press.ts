import type { PointerEvent } from 'react';
import { createStore, type Store } from '../../create-store.ts';

type Position = {
  /** Offset from where the press started, px. */
  readonly x: number;
  readonly y: number;
  readonly isDown: boolean;
};

/** A pointer pressed on the record button, tracked from its start, because the recorder's component may have to load first. */
export type Press = Omit<Store<Position>, 'set'>;

const EVENTS = ['pointermove', 'pointerup', 'pointercancel'] as const;

/** Tracks a pointer until it is released or cancelled, wherever it moves. */
export function followPress({ pointerId, clientX, clientY }: PointerEvent): Press {
  const press = createStore<Position>({ x: 0, y: 0, isDown: true });
  const onEvent = (event: globalThis.PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    const isDown = event.type === 'pointermove';
    if (!isDown) for (const name of EVENTS) removeEventListener(name, onEvent);
    press.set({ x: event.clientX - clientX, y: event.clientY - clientY, isDown });
  };
  for (const name of EVENTS) addEventListener(name, onEvent);
  return press;
}
