import { buildApp } from '../build/build.ts';
import { listenForStop, main, printMessage } from '../stop.ts';

/**
 * `npm run build`: builds the app of `BRAND` into `DIST_DIR`, for server processes that a service manager runs. `npm start` builds by
 * itself.
 */
await main(async () => {
  const outDir = process.env['DIST_DIR'] || 'dist';
  const { signal } = listenForStop();
  await buildApp({ outDir, signal, announce: printMessage });
  printMessage(`the app is in ${outDir}`);
});
