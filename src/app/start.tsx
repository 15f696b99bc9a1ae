import { handOverMirrored } from '../core/hand-over.ts';
import { prepareStorage } from '../core/storage.ts';
import { startI18n } from '../i18n/i18n.ts';
import { App } from './app.tsx';
import { watchDevice } from './watch-device.ts';

/** Starts storage, worker connection and translations. Resolves to the root component once it can be rendered. */
export async function startApp(): Promise<typeof App> {
  const prepared = prepareStorage();
  watchDevice();
  void prepared.then((inPage) => (inPage ? undefined : handOverMirrored()));
  await Promise.all([startI18n(), prepared]);
  return App;
}
