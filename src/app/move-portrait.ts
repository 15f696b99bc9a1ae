import type { AroundNavHandler } from 'wouter';
import { PROFILE } from '#contract/paths.ts';

/** Longest wait for the portrait of the next page, ms. A page whose chunk must be loaded takes longer and appears without the animation. */
const PATIENCE_MS = 250;
const NAME = 'portrait';
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Uid in the URL of a profile; undefined for any other URL. */
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

/** Resolves to the first portrait of this user that was not in the document before; undefined after `PATIENCE_MS`. */
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
 * View transition that moves the portrait from a card to the profile. Wraps each navigation. Not used for calls: a transition captures
 * the page twice, which delays a call by 200 ms without a GPU. Without browser support, or with reduced motion, the page changes at
 * once.
 */
export const movePortrait: AroundNavHandler = (navigate, to, options) => {
  const uid = portraitOn(to);
  const before = uid === undefined || reducedMotion.matches || !document.startViewTransition ? [] : portraitsOf(uid);
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
  // Rejects if the tab is hidden or another transition starts; the page has then changed without the animation.
  move.ready.catch(() => undefined);
  move.finished.then(clear, clear);
};
