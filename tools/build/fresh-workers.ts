import type { Plugin } from 'vite';

/** Folders with the sources of the core. */
const CORE = /\/(worker|contract)\//;
/** Module with the address of the worker. */
const ADDRESS = /[?&](sharedworker|worker)&url/;
const BUILD = /(?<!declare const )\b__BUILD__\b/g;

/**
 * Hot reload for the core. A SharedWorker survives a reload of its pages, so each change of its sources counts as a newer
 * build: the pages reload, start a worker under a new address, and the older one steps down as in production (law 10).
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

/** Second part, after Vite has written the address. */
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
