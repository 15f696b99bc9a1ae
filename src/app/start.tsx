import { readSession } from '#db/reads/app.ts';
import { readThreads } from '#db/reads/threads.ts';
import { startI18n } from '../i18n/i18n.ts';
import { App } from './app.tsx';
import { watchSurroundings } from './surroundings.ts';

/** Starts the core and the words. Resolves with what to draw when the first words are there. */
export async function startApp(): Promise<typeof App> {
  // A first read opens a database: that happens while the words are on their way. What fails is told where it is drawn.
  void Promise.allSettled([readSession(), readThreads()]);
  watchSurroundings();
  await startI18n();
  return App;
}
