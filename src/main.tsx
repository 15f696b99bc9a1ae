import { type ReactNode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './routing/hold-page.ts';
import { watchInstall } from './app/install/install.ts';
import { isPopup, preload } from './app/routes.ts';
import { wasSignedIn } from './data/signed-in.ts';
import { startLanguage } from './i18n/choice.ts';
import { loadBundle } from './i18n/load.ts';
import { Entry } from './landing/entry.tsx';
import { loadWords } from './landing/words.ts';
import { LANDING } from './paths.ts';
import { layUnder } from './routing/popup-history.ts';
import { startTheme } from './ui/theme.ts';

startTheme();
watchInstall();

const element = document.getElementById('root');
if (!element) throw new TypeError('index.html has no #root');
const root = createRoot(element);

/** In steps of some milliseconds, between which the browser does what else there is. */
const draw = (page: ReactNode) => startTransition(() => root.render(page));

/** The database and the core are no part of the landing page: they come when it stands. */
async function openLanding(): Promise<void> {
  const words = loadWords(startLanguage());
  draw(<Entry words={await words} />);
}

async function openApp(): Promise<void> {
  preload(location.pathname);
  void loadBundle(startLanguage());
  if (isPopup(location.pathname)) layUnder('/');
  const { startApp } = await import('./app/start.tsx');
  const App = await startApp();
  draw(<App />);
  const { registerServiceWorker } = await import('./app/update/service-worker.ts');
  registerServiceWorker();
}

const { pathname } = location;
const landing = pathname === LANDING || (pathname === '/' && !wasSignedIn());
// Not awaited: what comes later imports from the file that this is built into, and would wait for it for ever.
void (landing ? openLanding() : openApp());
