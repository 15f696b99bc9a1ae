import { animate } from 'motion';
import { type RefObject, useEffect, useMemo } from 'react';
import { dragHandlers } from '../../../ui/input/gestures.ts';
import { type SwipeVerdict, verdictOf } from './deck.ts';

const HOME = { type: 'spring', stiffness: 420, damping: 30, mass: 0.9 } as const;
const AWAY = { type: 'spring', stiffness: 160, damping: 26, restDelta: 2 } as const;
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
/** Movements below this distance count as a tap, px. */
const SLACK_PX = 6;

const sideOf = (verdict: SwipeVerdict) => (verdict === 'like' ? 1 : -1);

type Options = {
  readonly card: RefObject<HTMLElement | null>;
  readonly onThrow: (verdict: SwipeVerdict) => void;
};

/** A card that follows the pointer, then springs back or flies off. It is moved by styles, without React renders. */
function makeHold({ card, onThrow }: Options) {
  let [x, y, speed] = [0, 0, 0];
  /** Position when the drag started; the card may still have been moving. */
  let [baseX, baseY] = [0, 0];
  let running: { stop(): void } | undefined;

  function place(nextX: number, nextY: number): void {
    [x, y] = [nextX, nextY];
    const element = card.current;
    if (!element) return;
    const reach = Math.max(1, element.offsetWidth * 0.32);
    element.style.transform = `translate3d(${x}px, ${y}px, 0) rotate(${(x / reach) * 5}deg)`;
    element.style.setProperty('--like', String(Math.min(1, Math.max(0, x / reach))));
    element.style.setProperty('--skip', String(Math.min(1, Math.max(0, -x / reach))));
  }

  function spring(toX: number, how: typeof HOME | typeof AWAY, done?: () => void): void {
    running?.stop();
    const [fromX, fromY] = [x, y];
    if (reducedMotion.matches || fromX === toX) {
      place(toX, toX === 0 ? 0 : fromY);
      done?.();
      return;
    }
    running = animate(fromX, toX, {
      ...how,
      velocity: speed * 1_000,
      onUpdate: (now) => place(now, toX === 0 ? (fromY * now) / (fromX || 1) : fromY),
      onComplete: () => done?.(),
    });
  }

  const width = () => card.current?.offsetWidth ?? innerWidth;
  return {
    /** Throws the card to the side of the decision. */
    fly(verdict: SwipeVerdict, done: () => void): void {
      const goal = sideOf(verdict) * (innerWidth / 2 + width());
      if (Math.sign(speed) !== sideOf(verdict)) speed = 0;
      spring(goal, AWAY, done);
    },
    /** Brings the card back from the side to which the decision has thrown it. */
    comeBack(verdict: SwipeVerdict): void {
      place(sideOf(verdict) * (innerWidth / 2 + width() / 2), 0);
      speed = 0;
      spring(0, HOME);
    },
    stop: () => running?.stop(),
    handlers: dragHandlers<HTMLElement>({
      slackPx: SLACK_PX,
      onStart() {
        running?.stop();
        [baseX, baseY, speed] = [x, y, 0];
      },
      onMove(drag) {
        speed = drag.speed;
        place(baseX + drag.x, (baseY + drag.y) * 0.4);
      },
      onEnd(drag, _element, cancelled) {
        speed = drag.speed;
        const verdict = drag.moved && !cancelled ? verdictOf(x, speed, width()) : undefined;
        if (verdict) onThrow(verdict);
        else spring(0, HOME);
      },
    }),
  };
}

/**
 * Drag and throw of a card of the swipe feed. Returns the `handlers` of a drag, which calls `onThrow` with the decision or lets the card
 * spring back, and `fly` and `comeBack`, which animate a card after a decision and its undo. The animation stops on unmount.
 */
export function useThrow({ card, onThrow }: Options) {
  const hold = useMemo(() => makeHold({ card, onThrow }), [card, onThrow]);
  useEffect(() => hold.stop, [hold]);
  return hold;
}
