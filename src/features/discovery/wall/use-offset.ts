import { type RefObject, useLayoutEffect, useState } from 'react';

/** How far below the beginning of what scrolls something begins, px. */
export function useOffset(of: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  // After each drawing: what is above may have changed.
  useLayoutEffect(() => {
    if (!of.current || !scroller.current) return;
    const below = of.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
    setOffset(Math.round(below + scroller.current.scrollTop));
  });
  return offset;
}
