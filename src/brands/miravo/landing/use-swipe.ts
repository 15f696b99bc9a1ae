import { useRef } from 'react';
import { useDrag } from '../../../ui/input/gestures.ts';
import { motion } from '../../../ui/style/tokens.ts';

/** Side to which a card of the landing page is swiped. */
export type Side = 'left' | 'right';

/** Minimum distance of a swipe, and minimum speed of a shorter one. */
const THROW_PX = 96;
const THROW_PX_PER_MS = 0.55;
const DEGREES_PER_PX = 0.06;
const AWAY_MS = 260;

/**
 * Positions the card. `--pull` is from -1 (left) to 1 (right) and fades in the label of the action that a release
 * would trigger.
 */
function place(card: HTMLElement, x: number, y: number): void {
  card.style.transform = `translate(${x}px, ${y}px) rotate(${x * DEGREES_PER_PX}deg)`;
  card.style.setProperty('--pull', String(Math.max(-1, Math.min(1, x / THROW_PX))));
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Returns the ref and the pointer handlers (`hold`) of the top card of the landing page's deck: it follows the pointer, flies out when
 * swiped and springs back otherwise. `throwTo` swipes it, for buttons and keys. `onThrown` is called once the card is out.
 */
export function useSwipe(onThrown: (side: Side) => void) {
  const card = useRef<HTMLDivElement>(null);
  const leaving = useRef(false);

  /** Swipes the card; also called by buttons and keys. */
  function throwTo(side: Side): void {
    const element = card.current;
    if (!element || leaving.current) return;
    leaving.current = true;
    element.style.transition = `transform ${AWAY_MS}ms ${motion.ease}, opacity ${AWAY_MS}ms`;
    place(element, (side === 'right' ? 1 : -1) * Math.max(480, innerWidth * 0.7), 40);
    element.style.opacity = '0';
    setTimeout(
      () => {
        leaving.current = false;
        element.style.transition = element.style.opacity = element.style.transform = '';
        element.style.removeProperty('--pull');
        onThrown(side);
      },
      isStill() ? 0 : AWAY_MS,
    );
  }

  const hold = useDrag<HTMLDivElement>({
    mayStart: () => !leaving.current,
    onStart(element) {
      element.style.transition = 'none';
    },
    onMove({ x, y }) {
      if (card.current) place(card.current, x, y * 0.4);
    },
    onEnd({ x, elapsedMs }, _element, cancelled) {
      const speed = Math.abs(x) / Math.max(1, elapsedMs);
      const far = Math.abs(x) > THROW_PX || (Math.abs(x) > THROW_PX / 3 && speed > THROW_PX_PER_MS);
      if (far && !cancelled) {
        throwTo(x > 0 ? 'right' : 'left');
        return;
      }
      if (!card.current) return;
      // Overshoots its position and returns, like a spring.
      card.current.style.transition = 'transform 420ms cubic-bezier(0.3, 1.6, 0.5, 1)';
      place(card.current, 0, 0);
    },
  });

  return { card, throwTo, hold };
}
