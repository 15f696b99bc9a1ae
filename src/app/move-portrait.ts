import type { AroundNavHandler } from 'wouter';
import { PROFILE } from '../paths.ts';

/**
 * How long to wait for the next page, ms: longer than a page with a loaded script takes to draw; a slower one appears without
 * a move.
 */
const PATIENCE_MS = 250;
const NAME = 'portrait';
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Returns the uid of a profile's address; undefined for all other addresses. */
function portraitOn(to: string): string | undefined {
  const { pathname, searchParams } = new URL(to, location.origin);
  const uid = pathname === PROFILE ? (searchParams.get('uid') ?? '') : '';
  return /^\d+$/.test(uid) ? uid : undefined;
}

const portraitsOf = (uid: string) => [...document.querySelectorAll<HTMLElement>(`[data-portrait="${uid}"]`)];

function inSight(element: HTMLElement): boolean {
  if (element.closest('[inert]')) return false;
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
}

/** Resolves with the first portrait that was not on the page before; undefined after `PATIENCE_MS`. */
function nextPortrait(uid: string, before: ReadonlySet<HTMLElement>): Promise<HTMLElement | undefined> {
  const find = () => portraitsOf(uid).find((element) => !before.has(element));
  return new Promise((resolve) => {
    const done = (element?: HTMLElement) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(element);
    };
    const observer = new MutationObserver(() => {
      const element = find();
      if (element) done(element);
    });
    const timer = setTimeout(done, PATIENCE_MS);
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

/**
 * Moves a portrait that the next page shows too to its place there, from the card to the profile. Runs around each navigation.
 * There is no move on to the call: a move captures the whole page twice, which delays a call by a fifth of a second without
 * a graphics card. Without browser support, or with reduced motion, the page changes at once.
 */
export const movePortrait: AroundNavHandler = (navigate, to, options) => {
  const uid = portraitOn(to);
  const before = uid === undefined || still.matches || !document.startViewTransition ? [] : portraitsOf(uid);
  const from = before.find(inSight);
  if (uid === undefined || !from) return navigate(to, options);
  from.style.viewTransitionName = NAME;
  from.dataset['moving'] = '';
  let arrived: HTMLElement | undefined;
  const move = document.startViewTransition(async () => {
    from.style.viewTransitionName = '';
    delete from.dataset['moving'];
    const coming = nextPortrait(uid, new Set(before));
    navigate(to, options);
    arrived = await coming;
    if (arrived) arrived.style.viewTransitionName = NAME;
  });
  const clear = () => {
    if (arrived) arrived.style.viewTransitionName = '';
  };
  // Rejects when the tab is hidden or another move begins: the page has then changed without a move.
  move.ready.catch(() => undefined);
  move.finished.then(clear, clear);
};
