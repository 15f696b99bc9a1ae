import { createServer } from 'vite';
import { freePort } from '../../server/platform/prosody/ports.ts';
import { freshWorkerAddresses, freshWorkers } from '../build/fresh-workers.ts';
import { announceReady, listenForStop, main, Stop } from '../stop.ts';
import { readSettings, startBackend } from './backend.ts';

/** `npm run dev`: the product with pages, worker and service worker served by Vite, with hot reload. */
await main(async () => {
  const stopRequest = listenForStop();
  const settings = readSettings();
  const serverPort = await freePort();
  const backend = await startBackend({
    settings,
    serverPort,
    signal: stopRequest.signal,
    meanwhile: async () => {},
    env: {
      NODE_ENV: 'development',
      // Pages are served from Vite's port, so that is their origin.
      ALLOWED_ORIGINS: [...settings.allowedOrigins, `http://localhost:${settings.port}`].join(','),
    },
  });
  try {
    const target = `http://127.0.0.1:${serverPort}`;
    const vite = await createServer({
      logLevel: 'warn',
      plugins: [freshWorkers(), freshWorkerAddresses()],
      // Entries for dependency pre-bundling: a dependency found later would reload open pages.
      optimizeDeps: { entries: ['index.html', 'src/**/*.{ts,tsx}', 'worker/*.ts'] },
      server: {
        host: 'localhost',
        port: settings.port,
        strictPort: true,
        proxy: {
          '/api': target,
          '/upload': target,
          '/media': target,
          '/preflight': target,
          '/sync_js': target,
          '/data_debug': target,
          '/healthz': target,
          '/openapi.json': target,
          '/readyz': target,
          '/xmpp-websocket': { target, ws: true },
        },
        watch: { ignored: ['**/.data/**', '**/.test-results/**', '**/dist/**'] },
      },
    });
    await vite.listen();
    announceReady(settings);
    const died = await Promise.race([backend.died, stopRequest.ended]);
    await vite.close();
    if (died !== undefined) throw new Stop(died);
  } finally {
    await backend.stop();
  }
});
