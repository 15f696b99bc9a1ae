import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns the distance of an element from the start of its scrolling container, px. */
export function useOffset(of: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  // After each render: content above may have changed.
  useLayoutEffect(() => {
    if (!of.current || !scroller.current) return;
    const below = of.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
    setOffset(Math.round(below + scroller.current.scrollTop));
  });
  return offset;
}
