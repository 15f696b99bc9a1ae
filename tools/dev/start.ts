import { buildApp } from '../build/build.ts';
import { announceReady, askedToEnd, main, Stop, say } from '../stop.ts';
import { readSettings, startBackend } from './backend.ts';

/** `npm start`: runs the whole product on one port until Ctrl-C. */
await main(async () => {
  const asked = askedToEnd();
  const settings = readSettings();
  const { signal } = asked;
  const backend = await startBackend({
    settings,
    serverPort: settings.port,
    signal,
    meanwhile: () => buildApp({ outDir: settings.distDir, signal, announce: say }),
  });
  announceReady(settings);
  const died = await Promise.race([backend.died, asked.ended]);
  await backend.stop();
  if (died !== undefined) throw new Stop(died);
});
