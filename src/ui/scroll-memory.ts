import { type RefObject, useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Where each place was left, by address. Only what a person comes back to within one visit. */
const left = new Map<string, number>();
let cameBack = false;

/** A step back or forth, or a link? Those who draw the new address may hear of it before we do. */
const hear = (name: string, back: boolean) =>
  addEventListener(name, () => {
    cameBack = back;
  });
hear('popstate', true);
hear('pushState', false);
hear('replaceState', false);

/** How far a list that grows while one scrolls may still have to grow before it can be put where it was. */
const PATIENCE_MS = 5_000;
/** Whoever moves by hand is not moved any more. */
const BY_HAND = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** Every navigation scrolls to the top (product 2.2). The way back leads to where one was. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const search = useSearch();
  const place = search ? `${path}?${search}` : path;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = 0;
    const until = performance.now() + PATIENCE_MS;
    let goal = 0;
    let restoring = true;
    const stop = () => {
      restoring = false;
    };
    const again = () => {
      if (!restoring) return;
      element.scrollTop = goal;
      // What it leads to may not have been drawn yet.
      if (Math.abs(element.scrollTop - goal) < 2 || performance.now() > until) stop();
      else frame = requestAnimationFrame(again);
    };
    // Before the first picture, but after everybody has heard how we came here.
    let frame = requestAnimationFrame(() => {
      goal = cameBack ? (left.get(place) ?? 0) : 0;
      // It is at its top already, unless somebody was quicker than the first picture.
      if (goal > 0) again();
      else stop();
    });
    const note = () => {
      if (!restoring) left.set(place, element.scrollTop);
    };
    element.addEventListener('scroll', note, { passive: true });
    for (const name of BY_HAND) element.addEventListener(name, stop, { passive: true });
    return () => {
      // Whoever leaves at once after scrolling: the event for it was still to come.
      if (element.scrollTop > 0) note();
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', note);
      for (const name of BY_HAND) element.removeEventListener(name, stop);
    };
  }, [scroller, place]);
}
