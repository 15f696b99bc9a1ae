import { createRoot } from 'react-dom/client';
import { readSession } from '#db/reads/app.ts';
import { readThreads } from '#db/reads/threads.ts';
import { App } from './app/app.tsx';
import { preload } from './app/routes.ts';
import { watchSurroundings } from './app/surroundings.ts';
import { registerServiceWorker } from './features/update/service-worker.ts';
import { startI18n } from './i18n/i18n.ts';
import { startTheme } from './ui/theme.ts';

startTheme();
preload(location.pathname);
// A first read opens a database: that happens while the words are still on their way. What fails is told where it is drawn.
void Promise.allSettled([readSession(), readThreads()]);
watchSurroundings();
await startI18n();

const root = document.getElementById('root');
if (!root) throw new TypeError('index.html has no #root');
createRoot(root).render(<App />);

registerServiceWorker();
