import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { brandPlugin } from './server/run/brand/plugin.ts';

/** Grows with every build, so that two builds that meet in one browser know which is newer (law 10). */
const build = Number(process.env['GEMCALL_BUILD'] ?? Date.now());

/**
 * Libraries and the pieces that screens are made of name no other file. What does name some (workers, pages that come
 * later) changes with every build, and all that imports from it: it must not lie in one file with them.
 */
const isLeaf = (id: string) => /\/node_modules\/|\/src\/ui\/(?!later\.)/.test(id);

export default defineConfig({
  define: { __BUILD__: JSON.stringify(build) },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Few files: each costs a first visit a kilobyte of headers, and on HTTP/1.1 a turn.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], test: isLeaf, priority: 2 },
            { name: 'app', minShareCount: 8, maxModuleSize: 20_000, test: isLeaf, priority: 1 },
          ],
        },
      },
    },
  },
  plugins: [
    brandPlugin(),
    react({ jsxImportSource: '@emotion/react' }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: false,
      injectManifest: {
        // The small print is read online, from its own pages; the core of browsers that keep nothing, by these alone.
        globIgnores: ['legal/**', 'assets/in-page-*.js'],
        globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/*.png', 'manifest.webmanifest'],
      },
      devOptions: { enabled: true, type: 'module', navigateFallback: 'index.html' },
    }),
  ],
});
