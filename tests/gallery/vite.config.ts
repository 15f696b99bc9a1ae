import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { brandPlugin } from '../../tools/build/brand/plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const CORE = here('../../src/core/core.ts');

/** Replaces the core by a stub that succeeds and does nothing: a screen depends only on its rows. */
const coreStub: Plugin = {
  name: 'gallery:core',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!/\/core\.ts$/.test(source)) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found?.id === CORE ? here('app/core.ts') : null;
  },
};

/** Every screen of the app without server, worker and network, in one script, so that nothing loads late. */
export default defineConfig({
  root: here('app'),
  publicDir: false,
  define: { __BUILD__: '1' },
  build: {
    target: 'es2023',
    minify: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: false } },
  },
  plugins: [coreStub, brandPlugin(), react({ jsxImportSource: '@emotion/react' })],
});
