import { LANDING, LOGIN, PASSWORD_LOGIN, threadPath } from '#contract/paths.ts';
import './arrival.ts';
import { wasSignedIn } from './core/signed-in.ts';
import { watchInstall } from './features/account/install/offer.ts';
import { holdTaps } from './features/notices/notifications/taps.ts';
import { startLanguage } from './i18n/choice.ts';
import { loadBundle } from './i18n/load.ts';
import { refuseDrops } from './messages/transfer/refuse-drops.ts';
import { isMessages, WALL } from './paths.ts';
import { onFirstAct, onInterest, takePrerendered } from './prerender/prerendered.ts';
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

/** Starts the script of the landing page or the app, once, however often it is called. */
function open(): void {
  if (isOpening) return;
  isOpening = true;
  // Not awaited: later modules import from this entry chunk, and a top-level await would deadlock them.
  if (isLanding) void import('./open-landing.tsx').then((landing) => landing.openLanding());
  else {
    holdTaps();
    void import('./open-app.tsx').then((app) => app.openApp());
    askEarly(pathname);
  }
}

if (takePrerendered(isLanding)) {
  // The prerendered page is complete without its script, which therefore waits until the visitor uses the page or the browser has nothing
  // else to do. The app, whose start would make the page slow, waits for interest.
  if (isLanding && pathname !== LANDING) history.replaceState(history.state, '', LANDING);
  onFirstAct(open);
  if (isLanding) whenQuiet(open);
  else {
    whenQuiet(() => void import('./prerender/fetch-ahead.ts').then((ahead) => ahead.fetchAhead()));
    onInterest(open);
  }
} else open();
