import { buildApp } from '../build/build.ts';
import { announceReady, listenForStop, main, printMessage, Stop } from '../stop.ts';
import { readSettings, startBackend } from './backend.ts';

/** `npm start`: runs the whole product on one port until Ctrl-C. */
await main(async () => {
  const stopRequest = listenForStop();
  const settings = readSettings();
  const { signal } = stopRequest;
  const backend = await startBackend({
    settings,
    serverPort: settings.port,
    signal,
    meanwhile: () => buildApp({ outDir: settings.distDir, signal, announce: printMessage }),
  });
  announceReady(settings);
  const died = await Promise.race([backend.died, stopRequest.ended]);
  await backend.stop();
  if (died !== undefined) throw new Stop(died);
});
