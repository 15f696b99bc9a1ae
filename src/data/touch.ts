const touch = matchMedia('(hover: none) and (pointer: coarse)');

/** Returns whether the primary input is touch; Enter in the composer then inserts a line break instead of sending. */
export const isTouch = (): boolean => touch.matches;
