import { type RefObject, useLayoutEffect, useState } from 'react';

/** Height of an element, px; follows its changes. */
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
