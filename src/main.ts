import { LANDING, threadPath } from '#contract/paths.ts';
import './arrival.ts';
import { wasSignedIn } from './core/signed-in.ts';
import { watchInstall } from './features/account/install/offer.ts';
import { holdTaps } from './features/notices/notifications/taps.ts';
import { startLanguage } from './i18n/choice.ts';
import { loadBundle } from './i18n/load.ts';
import { onFirstAct, takePrerendered } from './landing/prerendered.ts';
import { refuseDrops } from './messages/transfer/refuse-drops.ts';
import { isMessages, LOGIN, PASSWORD_LOGIN, WALL } from './paths.ts';
import { whenQuiet } from './ui/quiet.ts';
import { markFirstScreen } from './ui/style/first-screen.ts';

/** Imports and reads that nearly every page needs. */
const forAll: readonly (() => Promise<unknown>)[] = [
  () => import('./core/storage.ts').then(({ prepareStorage }) => prepareStorage()),
  () => loadBundle(startLanguage()),
  () => import('./app/start.tsx'),
];

type EarlyPages = readonly { readonly covers: (path: string) => boolean; readonly ask: () => Promise<unknown> }[];
/** Imports of the page for a path, for visitors who are not signed in. */
const entrances: EarlyPages = [
  { covers: (path) => path === LOGIN, ask: () => import('./pages/account/login.tsx') },
  { covers: (path) => path === PASSWORD_LOGIN, ask: () => import('./pages/account/user-password.tsx') },
];
/** Imports of the page for a path and of the shell around it, for users who are signed in. */
const pages: EarlyPages = [
  { covers: () => true, ask: () => import('./app/shell.tsx') },
  { covers: isMessages, ask: () => import('./pages/chat/messages.tsx') },
  { covers: (path) => path.startsWith(threadPath('')), ask: () => import('./pages/chat/open-conversation.tsx') },
  { covers: (path) => path === '/' || path === WALL, ask: () => import('./pages/goddess.tsx') },
];

/**
 * Starts the downloads and reads that the first page needs before React can render it. For this, the entry module
 * itself imports next to nothing. Failures are ignored here: they appear when the component is rendered.
 */
function askEarly(path: string): void {
  const forPage = (wasSignedIn() ? pages : entrances).filter(({ covers }) => covers(path)).map(({ ask }) => ask);
  for (const ask of [...forAll, ...forPage]) ask().catch(() => undefined);
}

markFirstScreen();
watchInstall();
refuseDrops();
const { pathname } = location;
const isLanding = pathname === LANDING || (pathname === '/' && !wasSignedIn());
let isOpening = false;

/** Starts the script of the landing page once, however often it is called. */
function openLanding(): void {
  if (isOpening) return;
  isOpening = true;
  // Not awaited: later modules import from this entry chunk, and a top-level await would deadlock them.
  void import('./open-landing.tsx').then((landing) => landing.openLanding());
}

if (takePrerendered(isLanding)) {
  // The page is complete without its script, which therefore waits until it is used or the browser has nothing else to do.
  if (pathname !== LANDING) history.replaceState(history.state, '', LANDING);
  onFirstAct(openLanding);
  whenQuiet(openLanding);
} else if (isLanding) {
  openLanding();
} else {
  holdTaps();
  void import('./open-app.tsx').then(({ openApp }) => openApp());
  askEarly(pathname);
}
