import './clock.ts';
import './settled.ts';
import axe from 'axe-core';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import '../../../src/routing/hold-page.ts';
import { CONSENT_PLACE, CONSENT_VERSION, type Consent } from '#contract/analytics/consent.ts';
import { App } from '../../../src/app/app.tsx';
import { isPopup } from '../../../src/app/routes.ts';
import { rememberSignedIn } from '../../../src/core/signed-in.ts';
import { tabId } from '../../../src/core/tab.ts';
import { startI18n, switchLanguage } from '../../../src/i18n/i18n.ts';
import type { Language } from '../../../src/i18n/languages.ts';
import { Page as Landing } from '../../../src/landing/page.tsx';
import { loadWords } from '../../../src/landing/words.ts';
import { DEVICE, LANDING } from '../../../src/paths.ts';
import { layUnder } from '../../../src/routing/popup-history.ts';
import { GlobalStyle } from '../../../src/ui/style/global-style.tsx';
import { chooseTheme, startTheme } from '../../../src/ui/style/theme.ts';
import { Bubbles, Tools } from './bubbles.tsx';
import { runClock } from './clock.ts';
import { answerWith } from './core.ts';
import type { Gallery, Look, NoticeState, Show } from './gallery.ts';
import { GiftScenes, isSceneSize } from './gift-scenes.tsx';
import { seed } from './seed.ts';
import { giveUpAfter, settle, within } from './settled.ts';
import { clippedText } from './sight.ts';
import { Stickers } from './stickers.tsx';
import { strangeTexts } from './words.ts';

/**
 * What is looked at is what a screen comes to rest as. A transition of each element whenever language or theme change takes more
 * time than all checks, and so does a blurred background that is drawn without a graphics card. No check reads either.
 */
const still = new CSSStyleSheet();
/** Pictures for people show it (tests/shots). */
const plain = window.name === 'blurred' ? '' : 'backdrop-filter: none !important';
still.replaceSync(`*, *::before, *::after { transition: none !important; ${plain} }`);
document.adoptedStyleSheets.push(still);

startTheme();
const place = document.getElementById('root');
if (!place) throw new TypeError('index.html has no #root');
const box = place;
let root: Root | undefined;

/** The landing page speaks before the app's words are there, and has its own. */
async function landing(language: Language): Promise<ReactNode> {
  const words = await loadWords(language);
  return [createElement(GlobalStyle, { key: 'style' }), createElement(Landing, { key: language, words })];
}

let mediaRefused = false;
const { mediaDevices } = navigator;
const openMedia = mediaDevices.getUserMedia.bind(mediaDevices);
mediaDevices.getUserMedia = (wanted) =>
  mediaRefused ? Promise.reject(new DOMException('The gallery refuses', 'NotAllowedError')) : openMedia(wanted);

let notices: NoticeState = 'denied';
const { userAgent } = navigator;
Object.defineProperty(Notification, 'permission', { get: () => (notices === 'outside' ? 'default' : notices) });
Object.defineProperty(navigator, 'userAgent', {
  get: () => (notices === 'outside' ? 'iPhone' : userAgent),
  // A screen may be that of another phone.
  configurable: true,
});

/** Parts that are shown one beside the other. */
const PARTS: Readonly<Record<string, ComponentType>> = {
  '/gallery/bubbles': Bubbles,
  '/gallery/stickers': Stickers,
  '/gallery/tools': Tools,
};

/** What stands at an address: the product, but for the landing page and for parts that are shown one beside the other. */
async function contentOf(path: string): Promise<ReactNode> {
  if (path === LANDING) return landing('en');
  const part = PARTS[path];
  if (part) return createElement(part);
  const size = path.replace('/gallery/gifts/', '');
  return isSceneSize(size) ? createElement(GiftScenes, { size }) : createElement(App);
}

/** About as large as what is kept of the app. */
const APP_BYTES = 1_300_000;

/** Takes the screen away that was shown, with its step of the history: browsers step back later, and would leave the next screen. */
async function clear(): Promise<void> {
  const before: unknown = history.state;
  const hasStep = typeof before === 'object' && before !== null && 'over' in before;
  const steppedBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  root?.unmount();
  if (hasStep) await within('the browser steps back', steppedBack);
}

async function show({ path, rows, answers, clockRuns, storage, ...browser }: Show): Promise<void> {
  await clear();
  ({ mediaRefused, notices } = browser);
  // The permission is read anew, as when somebody comes back from the browser's settings.
  dispatchEvent(new Event('visibilitychange'));
  answerWith(answers);
  runClock(clockRuns);
  localStorage.clear();
  sessionStorage.clear();
  // Nobody is asked for more about themselves, but where a screen is about that.
  localStorage.setItem('complete-info', new Date().toDateString());
  const no: Consent = { v: CONSENT_VERSION, m: false, a: false, at: Date.now() };
  localStorage.setItem(CONSENT_PLACE, JSON.stringify(no));
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
  const signedIn = rows.state?.some(({ key }) => key === 'session') ?? false;
  rememberSignedIn(signedIn);
  await within('the databases are filled', seed(rows));
  // What a service worker keeps of the app, where it says so.
  if (path === DEVICE) await (await caches.open('app')).put('/index.html', new Response('-'.repeat(APP_BYTES)));
  await within('English is loaded', switchLanguage('en'));
  History.prototype.replaceState.call(history, null, '', path);
  if (isPopup(location.pathname)) layUnder('/');
  root = createRoot(box);
  root.render(await contentOf(path));
}

/** Stops of the widget library that hand the focus on at once: nobody stays there. */
const LIBRARY_GUARDS = '[data-base-ui-focus-guard]';

/** It lies over the page, and so in none of its parts. */
const OPEN_MENU = /^region: <div [^>]*role="menu"/;

/** What axe finds, as `rule: element`. */
async function faults(contrastOnly: boolean): Promise<string[]> {
  const rules = contrastOnly ? { runOnly: ['color-contrast'] } : {};
  const { violations, passes } = await axe.run(
    { exclude: [LIBRARY_GUARDS] },
    { resultTypes: ['violations'], ...rules },
  );
  const blind = contrastOnly || passes.length > 5 ? [] : ['axe found nothing to look at'];
  return violations
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
    .filter((fault) => !OPEN_MENU.test(fault))
    .concat(blind);
}

async function speak(language: Language): Promise<void> {
  await switchLanguage(language);
  if (location.pathname === LANDING) root?.render(await landing(language));
}

async function inspectIn({ theme, language, axe: seen }: Look, mayBeBusy: boolean): Promise<string[]> {
  chooseTheme(theme);
  await within('the words of a language are loaded', speak(language));
  const restless = await settle(mayBeBusy).then(
    () => [],
    (error: Error) => [error.message],
  );
  return [
    ...restless,
    ...strangeTexts(language).map((text) => `strange: ${text}`),
    ...clippedText(),
    ...(seen === 'nothing' ? [] : await within('axe looks', faults(seen === 'contrast'))),
  ].map((fault) => `${theme}, ${language}, ${innerWidth} px: ${fault}`);
}

async function inspect(looks: readonly Look[], mayBeBusy: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) found.push(...(await inspectIn(look, mayBeBusy)));
  return found;
}

await startI18n();
const gallery: Gallery = { tab: tabId, show, settle, giveUpAfter, speak, inspect };
window.gallery = gallery;
