import type { AroundNavHandler } from 'wouter';
import { PROFILE } from '../paths.ts';

/** Longer than a page takes to be drawn whose script is there; a slow one is not waited for, it just appears. */
const PATIENCE_MS = 250;
const NAME = 'portrait';
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The one whose profile an address is; undefined for all other addresses. */
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

/** The first portrait that was not on the page before; undefined when it does not come. */
function comes(uid: string, before: ReadonlySet<HTMLElement>): Promise<HTMLElement | undefined> {
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
 * Around each navigation: a portrait that the next page shows too moves to its place there, from the card to the profile.
 * Not on to the call: two pictures of the whole page are made for a move, and a call begins a fifth of a second later where
 * no graphics card makes them. Where the browser cannot do it, or nothing should move, the page changes at once.
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
    const coming = comes(uid, new Set(before));
    navigate(to, options);
    arrived = await coming;
    if (arrived) arrived.style.viewTransitionName = NAME;
  });
  const clear = () => {
    if (arrived) arrived.style.viewTransitionName = '';
  };
  // Refused where the tab is hidden or another move begins: then the page has changed without one.
  move.ready.catch(() => undefined);
  move.finished.then(clear, clear);
};
