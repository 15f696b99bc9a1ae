import { MEASURES, shouldAsk } from '../consent.ts';
import { startLanguage } from '../i18n/choice.ts';
import { localeOf } from '../i18n/languages.ts';
import { canStore } from '../local.ts';

/** Events by which a visitor starts to use the page. */
const ACTS = ['pointerdown', 'keydown', 'focusin'] as const;
/** Events by which a visitor shows interest: those, and looking around. */
const INTEREST = [...ACTS, 'pointermove', 'wheel', 'scroll'] as const;
/** The time after which the app starts behind the landing page of a visitor who only looks at it, ms. */
const ONLY_LOOKS_MS = 6_000;

/** The prerendered page shows what a first visitor sees: nothing is stored, and consent is asked. */
const isFirstVisit = () => canStore() && localStorage.length === 0 && shouldAsk() === MEASURES;

/**
 * Returns whether the document contains the landing page as this visitor must see it, prerendered by the build. Otherwise empties the
 * document, so that the page is rendered by its script. `isWanted`: the address shows the landing page.
 */
export function takePrerendered(isWanted: boolean): boolean {
  const { dataset, lang } = document.documentElement;
  const root = document.getElementById('root');
  if (dataset['prerendered'] === undefined || !root?.firstChild) return false;
  isKept = isWanted && isFirstVisit() && lang === localeOf(startLanguage());
  if (!isKept) root.replaceChildren();
  return isKept;
}

/** Whether `takePrerendered` left the prerendered page in the document. */
let isKept = false;
/** Returns whether the document still shows the prerendered landing page of a first visit, as `takePrerendered` decided. */
export const isPrerendered = (): boolean => isKept;

/** Presses of buttons and choices of options that the page could not handle yet. */
const acts: (() => void)[] = [];

function record(event: Event): void {
  const { target } = event;
  const button = event.type === 'click' && target instanceof Element ? target.closest('button') : null;
  if (button) acts.push(() => button.click());
  if (event.type !== 'change' || !(target instanceof HTMLSelectElement)) return;
  const { value } = target;
  acts.push(() => {
    target.value = value;
    target.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

/** Calls `act` once: at the first of the events, or after `afterMs`. */
function onFirst(events: readonly string[], act: () => void, afterMs?: number): void {
  const ended = new AbortController();
  const first = () => {
    if (ended.signal.aborted) return;
    ended.abort();
    act();
  };
  for (const type of events) addEventListener(type, first, { capture: true, signal: ended.signal });
  if (afterMs !== undefined) setTimeout(first, afterMs);
}

/**
 * Calls `act` once, when a first visitor shows interest in the landing page by moving the pointer, scrolling, a press or a key, at the
 * latest after 6 s.
 */
export const onInterest = (act: () => void): void => onFirst(INTEREST, act, ONLY_LOOKS_MS);

/**
 * Calls `act` once, at the first press, key or focus in the prerendered page. Until `endRecording`, presses of buttons and choices in
 * selects are recorded for `repeatActs`.
 */
export function onFirstAct(act: () => void): void {
  onFirst(ACTS, act);
  for (const type of ['click', 'change']) document.addEventListener(type, record, true);
}

/** Ends the recording of `onFirstAct`: the page handles its events itself from now on. */
export function endRecording(): void {
  for (const type of ['click', 'change']) document.removeEventListener(type, record, true);
}

/** Repeats what the visitor did before the page could handle it. Called once its elements have their handlers. */
export function repeatActs(): void {
  for (const act of acts.splice(0)) act();
}
