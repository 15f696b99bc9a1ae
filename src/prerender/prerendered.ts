import type { PrerenderedPage } from '#contract/paths.ts';
import { MEASURES, shouldAsk } from '../consent.ts';
import { hasPasskeys } from '../core/passkey-support.ts';
import { deviceOf, runsAlone } from '../data/platform.ts';
import { startLanguage } from '../i18n/choice.ts';
import { localeOf } from '../i18n/languages.ts';
import { canStore } from '../local.ts';

/** Events by which a visitor starts to use the page. */
const ACTS = ['pointerdown', 'keydown', 'focusin'] as const;
/** Events by which a visitor shows interest: the acts, and looking around by pointer, wheel or scrolling. */
const INTEREST = [...ACTS, 'pointermove', 'wheel', 'scroll'] as const;
/** The time after which the app starts behind the page of a visitor who only looks at it, ms. */
const ONLY_LOOKS_MS = 6_000;

/** Returns whether this browser can store data and has none of the app yet: the prerendered pages show what a first visitor sees. */
const isFirstVisit = () => canStore() && localStorage.length === 0;

/**
 * Condition of a page beside that of a first visit. The landing page: consent is to be asked exactly if this build measures (`MEASURES`).
 * The others: no code of a transfer or token of Google in the URL's fragment, the page does not run as an installed app, and, for the
 * login, the browser has passkeys.
 */
const isFitting = (page: PrerenderedPage): boolean =>
  page === 'landing'
    ? shouldAsk() === MEASURES
    : location.hash === '' && !runsAlone() && (page !== 'login' || hasPasskeys());

/** Completes a kept page with what only the browser knows: the query, which names the page to return to, and the kind of device. */
function complete(root: HTMLElement, page: PrerenderedPage): void {
  if (page === 'landing') return;
  for (const link of root.querySelectorAll('a')) link.search ||= location.search;
  if (deviceOf(navigator) === 'computer') root.querySelector('[data-handheld]')?.remove();
}

/**
 * Returns whether the document contains the page as this visitor must see it, prerendered by the build. Otherwise empties its root
 * element, so that the page is rendered by its script. `isLanding`: the address shows the landing page to this visitor.
 */
export function takePrerendered(isLanding: boolean): boolean {
  const { dataset, lang } = document.documentElement;
  const root = document.getElementById('root');
  // The build writes no other names, and the server sends each page at its own address.
  const page = dataset['prerendered'] as PrerenderedPage | undefined;
  if (!page || !root?.firstChild) return false;
  const isKept =
    (page === 'landing') === isLanding && isFirstVisit() && lang === localeOf(startLanguage()) && isFitting(page);
  if (isKept) {
    keptPage = page;
    complete(root, page);
  } else root.replaceChildren();
  return isKept;
}

/** The page that `takePrerendered` left in the document. */
let keptPage: PrerenderedPage | undefined;
/** Returns the prerendered page that `takePrerendered` left in the document of a first visit; undefined if it left none. */
export const prerenderedPage = (): PrerenderedPage | undefined => keptPage;

/** An act of the visitor that the page could not handle yet. `value`: the choice in a select. */
type Act = { readonly type: string; readonly on: HTMLElement; readonly value: string | undefined };
/** The recorded acts, the first one first. */
export const acts: Act[] = [];

/**
 * Recorded events with the elements they belong to: presses of buttons, choices in selects, and sent forms, of which the press of the
 * submit button is a part.
 */
const RECORDED = { click: 'button:not([type="submit"])', change: 'select', submit: 'form' } as const;
type Recorded = keyof typeof RECORDED;

function record(event: Event): void {
  const { type, target } = event;
  const on = (target as Element).closest<HTMLElement & { readonly value?: string }>(RECORDED[type as Recorded]);
  if (!on) return;
  event.preventDefault();
  // The landing page keeps its elements, which would stay busy.
  if (keptPage !== 'landing') (on.querySelector('[type="submit"]') ?? on).ariaBusy = 'true';
  acts.push({ type, on, value: on.value });
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
 * Calls `act` once, when a first visitor shows interest in the page by moving the pointer, scrolling, a press or a key, at the latest
 * after 6 s.
 */
export const onInterest = (act: () => void): void => onFirst(INTEREST, act, ONLY_LOOKS_MS);

/**
 * Calls `act` once, at the first press, key or focus in the prerendered page. Until `endRecording`, presses of buttons, choices in
 * selects and sent forms are recorded in `acts`.
 */
export function onFirstAct(act: () => void): void {
  onFirst(ACTS, act);
  for (const type in RECORDED) document.addEventListener(type, record, true);
}

/** Ends the recording of `onFirstAct`: the page handles its events itself from now on. */
export function endRecording(): void {
  for (const type in RECORDED) document.removeEventListener(type, record, true);
}
