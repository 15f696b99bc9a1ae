const touch = matchMedia('(hover: none) and (pointer: coarse)');

/** Typed with a thumb: Enter then makes a new line. */
export const isTouch = (): boolean => touch.matches;
