import type { PrerenderedPage } from '#contract/prerendered.ts';
import { MEASURES, shouldAsk } from '../consent.ts';
import { hasPasskeys } from '../core/passkey-support.ts';
import { deviceOf, runsAlone } from '../data/platform.ts';
import { startLanguage } from '../i18n/choice.ts';
import { localeOf } from '../i18n/languages.ts';
import { canStore } from '../local.ts';

/** Events by which a visitor starts to use the page. */
const ACTS = ['pointerdown', 'keydown', 'focusin'] as const;
/** Events by which a visitor shows interest: those, and looking around. */
const INTEREST = [...ACTS, 'pointermove', 'wheel', 'scroll'] as const;
/** The time after which the app starts behind the page of a visitor who only looks at it, ms. */
const ONLY_LOOKS_MS = 6_000;

/** The prerendered pages show what a first visitor sees: nothing is stored. */
const isFirstVisit = () => canStore() && localStorage.length === 0;

/**
 * Condition of a page beside that of a first visit. The landing page: consent is asked. The page of the installation: the app is not
 * installed. The login pages: no code of a transfer or token of Google in the URL's fragment, and the passkeys that one of them offers.
 */
function isFitting(page: PrerenderedPage): boolean {
  if (page === 'landing') return shouldAsk() === MEASURES;
  if (page === 'download') return !runsAlone();
  return location.hash === '' && (page === 'password' || hasPasskeys());
}

/** Completes a kept page with what only the browser knows: the query in links between login pages, and the kind of device. */
function complete(root: HTMLElement, page: PrerenderedPage): void {
  if (page === 'login' || page === 'password')
    for (const link of root.querySelectorAll('a')) if (link.search === '') link.search = location.search;
  if (page === 'download' && deviceOf(navigator) === 'computer') root.querySelector('[data-handheld]')?.remove();
}

/**
 * Returns whether the document contains the page as this visitor must see it, prerendered by the build. Otherwise empties the
 * document, so that the page is rendered by its script. `isLanding`: the address shows the landing page to this visitor.
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
    kept = page;
    complete(root, page);
  } else root.replaceChildren();
  return isKept;
}

/** The page that `takePrerendered` left in the document. */
let kept: PrerenderedPage | undefined;
/** Returns the prerendered page that the document of a first visit still showed at its start, as `takePrerendered` decided. */
export const prerenderedPage = (): PrerenderedPage | undefined => kept;

/**
 * Fetches the scripts of the app into the browser's cache, without running them: a press then waits only until they have run. Called when
 * the browser is idle. A failure is ignored; the imports fetch them again.
 */
export function fetchAppScripts(): void {
  const urls = document.querySelector<HTMLMetaElement>('meta[name="app-scripts"]')?.content.split(' ') ?? [];
  // A response whose body is not read is not cached.
  for (const url of urls)
    fetch(url, { priority: 'low' })
      .then((response) => response.blob())
      .catch(() => undefined);
}

/** Returns the element of the page's script that stands for the pressed or chosen one of the prerendered page. */
type Counterpart = (element: HTMLElement) => HTMLElement | undefined;
/** An act of the visitor that the page could not handle yet: a press, a choice or a sent form. */
type Act = { readonly on: HTMLElement; readonly repeat: (on: HTMLElement) => void };
const acts: Act[] = [];

/** Shows that a press is on its way. The landing page keeps its elements, which would stay busy. */
function showBusy(button: Element | null): void {
  if (button && kept !== 'landing') button.ariaBusy = 'true';
}

const RECORDED = ['click', 'change', 'submit'] as const;

function record(event: Event): void {
  const { target } = event;
  if (event instanceof SubmitEvent && target instanceof HTMLFormElement) {
    event.preventDefault();
    showBusy(event.submitter);
    acts.push({ on: target, repeat: (form) => form instanceof HTMLFormElement && form.requestSubmit() });
  }
  const button = event.type === 'click' && target instanceof Element ? target.closest('button') : null;
  // The press of a submit button is followed by the event of its form.
  if (button && !(button.type === 'submit' && button.form)) {
    showBusy(button);
    acts.push({ on: button, repeat: (on) => on.click() });
  }
  if (event.type !== 'change' || !(target instanceof HTMLSelectElement)) return;
  const { value } = target;
  acts.push({
    on: target,
    repeat(on) {
      if (on instanceof HTMLSelectElement) on.value = value;
      on.dispatchEvent(new Event('change', { bubbles: true }));
    },
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
 * Calls `act` once, when a first visitor shows interest in the page by moving the pointer, scrolling, a press or a key, at the latest
 * after 6 s.
 */
export const onInterest = (act: () => void): void => onFirst(INTEREST, act, ONLY_LOOKS_MS);

/**
 * Calls `act` once, at the first press, key or focus in the prerendered page. Until `endRecording`, presses of buttons, choices in
 * selects and sent forms are recorded for `repeatActs`.
 */
export function onFirstAct(act: () => void): void {
  onFirst(ACTS, act);
  for (const type of RECORDED) document.addEventListener(type, record, true);
}

/** Ends the recording of `onFirstAct`: the page handles its events itself from now on. */
export function endRecording(): void {
  for (const type of RECORDED) document.removeEventListener(type, record, true);
}

/**
 * Repeats what the visitor did before the page could handle it, each act after the one before has taken effect (`flush`). Called once the
 * elements have their handlers. `counterpart`: the element to repeat an act on, if the page has replaced its elements.
 */
export function repeatActs(
  counterpart: Counterpart = (element) => element,
  flush: (act: () => void) => void = (act) => act(),
): void {
  for (const { on, repeat } of acts.splice(0)) {
    const element = counterpart(on);
    if (element) flush(() => repeat(element));
  }
}
