import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Returns the distance of an element from the start of its scroll container, px, which the virtualizer needs. */
export function useOffset(of: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  const measure = () => {
    if (!of.current || !scroller.current) return;
    const below = of.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
    setOffset(Math.round(below + scroller.current.scrollTop));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured before the first paint
  useLayoutEffect(measure, []);
  // Measured after each render, as content above may have changed, but in a frame callback, so that it does not force a layout.
  useEffect(() => {
    const frame = requestAnimationFrame(measure);
    return () => cancelAnimationFrame(frame);
  });
  return offset;
}
