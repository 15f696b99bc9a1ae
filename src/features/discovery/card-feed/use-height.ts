import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns the height of an element, px, and re-renders when it changes. Slides of the feed have this height. */
export function useHeight(of: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(() => innerHeight);
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return;
    const measure = () => setHeight(element.clientHeight || innerHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return height;
}
