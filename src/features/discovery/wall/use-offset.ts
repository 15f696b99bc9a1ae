import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Returns the distance of an element from the start of its scrolling container, px. */
export function useOffset(of: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  const look = () => {
    if (!of.current || !scroller.current) return;
    const below = of.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
    setOffset(Math.round(below + scroller.current.scrollTop));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: before the first drawing
  useLayoutEffect(look, []);
  // After each render, for content above may have changed, and after its layout: asked before, the browser would do that one at once.
  useEffect(() => {
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  });
  return offset;
}
