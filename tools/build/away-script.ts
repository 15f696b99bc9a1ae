import { type AliasOptions, build, type Plugin, type ResolvedConfig } from 'vite';

const ENTRY = 'sw/away.ts';
const FILE = 'away.js';

type Shared = { readonly define: Record<string, string>; readonly alias: AliasOptions };

/**
 * Vite plugin that builds the second script of the service worker (sw/away.ts), which the worker imports to handle a push, a notification
 * click or a background sync. It is one classic script, because service workers cannot import modules dynamically.
 */
export function awayScript({ define, alias }: Shared): Plugin {
  let app: ResolvedConfig | undefined;
  return {
    name: 'gemcall:away',
    apply: 'build',
    configResolved(resolved) {
      app = resolved;
    },
    async generateBundle() {
      if (!app) return;
      const { root, mode, build: main, resolve } = app;
      const built = await build({
        configFile: false,
        root,
        mode,
        define,
        logLevel: 'warn',
        publicDir: false,
        resolve: { alias, conditions: resolve.conditions },
        build: {
          write: false,
          target: main.target,
          lib: { entry: `${root}/${ENTRY}`, formats: ['iife'], name: 'gemcallAwayScript', fileName: () => FILE },
          rolldownOptions: { output: { comments: { annotation: false, jsdoc: false } } },
        },
      });
      const [result] = Array.isArray(built) ? built : [built];
      if (!result || !('output' in result)) throw new TypeError(`${ENTRY} was not built`);
      this.emitFile({ type: 'asset', fileName: FILE, source: result.output[0].code });
    },
  };
}
