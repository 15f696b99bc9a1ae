import './arrival.ts';
import { wasSignedIn } from './core/signed-in.ts';
import { watchInstall } from './features/account/install/offer.ts';
import { startLanguage } from './i18n/choice.ts';
import { loadBundle } from './i18n/load.ts';
import { isMessages, LANDING, threadPath, WALL } from './paths.ts';

/** Asks for what nearly every page of the app needs. */
const forAll: readonly (() => Promise<unknown>)[] = [
  () => import('./core/storage.ts').then(({ prepareStorage }) => prepareStorage()),
  () => loadBundle(startLanguage()),
  () => import('./app/start.tsx'),
];

/** Asks for the page of an address, and for the frame around it: not needed to sign in. */
const pages: readonly { readonly covers: (path: string) => boolean; readonly ask: () => Promise<unknown> }[] = [
  { covers: () => true, ask: () => import('./app/shell.tsx') },
  { covers: isMessages, ask: () => import('./pages/messages.tsx') },
  { covers: (path) => path.startsWith(threadPath('')), ask: () => import('./pages/open-conversation.tsx') },
  { covers: (path) => path === '/' || path === WALL, ask: () => import('./pages/goddess.tsx') },
];

/**
 * Asks for what the first sight needs, and reads the databases, before React is there to draw it: for this the entry imports
 * next to nothing itself. A failure shows where the part is drawn.
 */
function askEarly(path: string): void {
  const forPage = wasSignedIn() ? pages.filter(({ covers }) => covers(path)).map(({ ask }) => ask) : [];
  for (const ask of [...forAll, ...forPage]) ask().catch(() => undefined);
}

watchInstall();
const { pathname } = location;
// Not awaited: what comes later imports from the file that this is built into, and would wait for it for ever.
if (pathname === LANDING || (pathname === '/' && !wasSignedIn())) {
  void import('./open-landing.tsx').then(({ openLanding }) => openLanding());
} else {
  void import('./open-app.tsx').then(({ openApp }) => openApp());
  askEarly(pathname);
}
