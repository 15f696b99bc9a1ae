import type { Plugin } from 'vite';

/** Source folders of the core. */
const CORE = /\/(worker|contract)\//;
/** Ids of the modules that export the URL of a worker. */
const ADDRESS = /[?&](sharedworker|worker)&url/;
const BUILD = /(?<!declare const )\b__BUILD__\b/g;

/**
 * Vite plugin of `npm run dev` for hot reload of the core (worker/, contract/). A SharedWorker survives page reloads, so every change of
 * its sources is served as a newer build: pages reload, start a worker at a new URL, and the older one steps down as in production (law
 * 10).
 */
export function freshWorkers(): Plugin {
  let build = Date.now();
  return {
    name: 'gemcall:fresh-workers',
    apply: 'serve',
    enforce: 'pre',
    transform(code) {
      return BUILD.test(code) ? code.replace(BUILD, String(build)) : undefined;
    },
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (!CORE.test(file)) return;
        build = Date.now();
        server.moduleGraph.invalidateAll();
        server.ws.send({ type: 'full-reload' });
      });
    },
  };
}

/**
 * Companion of `freshWorkers`: Vite plugin that changes the worker's URL with each change of the core; it runs after Vite has generated the
 * URL.
 */
export function freshWorkerAddresses(): Plugin {
  let changes = 0;
  return {
    name: 'gemcall:fresh-worker-addresses',
    apply: 'serve',
    enforce: 'post',
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (CORE.test(file)) changes += 1;
      });
    },
    transform(code, id) {
      return ADDRESS.test(id) ? code.replace('?worker_file&', `?worker_file&change=${changes}&`) : undefined;
    },
  };
}
