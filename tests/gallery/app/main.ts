import './clock.ts';
import './settled.ts';
import axe from 'axe-core';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import '../../../src/routing/block-navigation.ts';
import { CONSENT_KEY, CONSENT_VERSION, type Consent } from '#contract/analytics/consent.ts';
import { LANDING } from '../../../contract/paths.ts';
import { App } from '../../../src/app/app.tsx';
import { isPopupOrCallPage } from '../../../src/app/routes.ts';
import { StorageMissing } from '../../../src/app/storage-missing.tsx';
import { rememberSignedIn } from '../../../src/core/signed-in.ts';
import { tabId } from '../../../src/core/tab.ts';
import { startI18n, switchLanguage } from '../../../src/i18n/i18n.ts';
import type { Language } from '../../../src/i18n/languages.ts';
import { Page as Landing } from '../../../src/landing/page.tsx';
import { loadWords } from '../../../src/landing/texts.ts';
import { DEVICE } from '../../../src/paths.ts';
import { insertBackEntry } from '../../../src/routing/popup-history.ts';
import { GlobalStyle } from '../../../src/ui/style/global-style.tsx';
import { chooseTheme, startTheme } from '../../../src/ui/style/theme.ts';
import { Bubbles, Tools } from './bubbles.tsx';
import { runClock } from './clock.ts';
import { answerWith, takeCalls } from './core.ts';
import type { Gallery, Look, NoticeState, Show } from './gallery.ts';
import { GiftScenes, isSceneSize } from './gift-scenes.tsx';
import { seed } from './seed.ts';
import { giveUpAfter, settle, within } from './settled.ts';
import { clippedText } from './sight.ts';
import { Stickers } from './stickers.tsx';
import { strangeTexts } from './words.ts';

/**
 * Screens are checked at rest. Transitions of every element at each change of language or theme would take longer than all checks, and so
 * would a blurred background without a graphics card. No check depends on either.
 */
const still = new CSSStyleSheet();
/** Screenshots for people keep the blur (tests/shots). */
const plain = window.name === 'blurred' ? '' : 'backdrop-filter: none !important';
still.replaceSync(`*, *::before, *::after { transition: none !important; ${plain} }`);
document.adoptedStyleSheets.push(still);

startTheme();
const place = document.getElementById('root');
if (!place) throw new TypeError('index.html has no #root');
const box = place;
let root: Root | undefined;

/** The landing page is drawn before the app's translations are loaded, and has its own. */
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
  // A screen may replace it again.
  configurable: true,
});

/** Galleries of components, stacked. */
const PARTS: Readonly<Record<string, ComponentType>> = {
  '/gallery/bubbles': Bubbles,
  '/gallery/storage-missing': StorageMissing,
  '/gallery/stickers': Stickers,
  '/gallery/tools': Tools,
};

/** The content of an address: the app, the landing page, or a gallery of components. */
async function contentOf(path: string): Promise<ReactNode> {
  if (path === LANDING) return landing('en');
  const part = PARTS[path];
  if (part) return createElement(part);
  const size = path.replace('/gallery/gifts/', '');
  return isSceneSize(size) ? createElement(GiftScenes, { size }) : createElement(App);
}

/** About the size of the precached app. */
const APP_BYTES = 1_300_000;

/** Unmounts the former screen. Its entry in the history is removed asynchronously, so this waits for the browser to go back. */
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
  // Makes the app read the permission again, as after a return from the browser's settings.
  dispatchEvent(new Event('visibilitychange'));
  answerWith(answers);
  runClock(clockRuns);
  localStorage.clear();
  sessionStorage.clear();
  // Unsolicited prompts are dismissed unless a screen shows one.
  localStorage.setItem('complete-info', new Date().toDateString());
  const no: Consent = { v: CONSENT_VERSION, m: false, a: false, at: Date.now() };
  localStorage.setItem(CONSENT_KEY, JSON.stringify(no));
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
  const signedIn = rows.state?.some(({ key }) => key === 'session') ?? false;
  rememberSignedIn(signedIn);
  await within('the databases are filled', seed(rows));
  // The device page shows the size of the service worker's cache.
  if (path === DEVICE) await (await caches.open('app')).put('/index.html', new Response('-'.repeat(APP_BYTES)));
  await within('English is loaded', switchLanguage('en'));
  History.prototype.replaceState.call(history, null, '', path);
  if (isPopupOrCallPage(location.pathname)) insertBackEntry('/');
  root = createRoot(box);
  root.render(await contentOf(path));
}

/** Focus guards of the widget library, which pass the focus on at once. */
const LIBRARY_GUARDS = '[data-base-ui-focus-guard]';

/** An open menu is outside of all landmarks by design. */
const OPEN_MENU = /^region: <div [^>]*role="menu"/;

/** Violations that axe finds, as `rule: element`. */
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
const gallery: Gallery = { tab: tabId, show, takeCalls, settle, giveUpAfter, speak, inspect };
window.gallery = gallery;
