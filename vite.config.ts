import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { awayScript } from './tools/build/away-script.ts';
import { brandPlugin } from './tools/build/brand/plugin.ts';

/** Grows with every build, so that two builds that meet in one browser know which is newer (law 10). */
const build = Number(process.env['GEMCALL_BUILD'] ?? Date.now());

/**
 * Libraries and the pieces that screens are made of name no other file. What does name some (workers, pages that come
 * later) changes with every build, and all that imports from it: it must not lie in one file with them.
 */
const isLeaf = (id: string) =>
  /\/node_modules\/|\/contract\/|\/src\/brands\/|\/src\/ui\/(?!(later|later-dialog|menu|confirm-dialog|toaster)\.)/.test(
    id,
  );

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** Names every icon there is, of which each file uses a few. */
const isIcons = (id: string) => /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/.test(id);
const isIcon = (id: string) => /\/lucide-react\/dist\/esm\/icons\//.test(id);

/** All modules that are there before any of these files runs, but for icons. */
function reach(modules: Modules, files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = files.map((file) => fileURLToPath(new URL(file, import.meta.url)));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || isIcons(id)) continue;
    found.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Asks for the rest, and waits for nothing of it. */
const ENTRY = ['src/main.ts'];
const LANDING = ['src/open-landing.tsx'];
/** What is drawn first of the app, with the page that is opened most. */
const APP = [
  'src/open-app.tsx',
  'src/app/start.tsx',
  'src/app/shell.tsx',
  'src/app/update/service-worker.ts',
  'src/pages/chat/messages.tsx',
];

type Belongs = (id: string, modules: Modules) => boolean;

/** A file of all modules that belong to it, and of what these import. */
const file = (name: string, priority: number, belongs: Belongs) => ({
  name: (id: string, modules: Modules) => (belongs(id, modules) ? name : null),
  priority,
});

/** Whether a module is reached from these files. */
function isReachedFrom(files: readonly string[]): Belongs {
  let found: ReadonlySet<string> | undefined;
  return (id, modules) => {
    found ??= reach(modules, files);
    return found.has(id);
  };
}

const inEntry = isReachedFrom(ENTRY);
const inLanding = isReachedFrom(LANDING);
const inApp = isReachedFrom(APP);
/** The page on which a signed-in person starts. */
const inWall = isReachedFrom(['src/pages/goddess.tsx']);

/** What names no file that comes later. */
const namesNone: Belongs = (id, modules) => modules.getModuleInfo(id)?.dynamicallyImportedIds.length === 0;
/** What pages and widgets share: in the file of the widgets it would make each page wait for all of them. */
const isKeys = (id: string) => /\/src\/ui\/keys\./.test(id);
const isLucide = (id: string) => /\/lucide-react\//.test(id) && !isIcon(id) && !isIcons(id);

/** The widget library, with what of ours is nothing without it. */
const isWidget = (id: string) =>
  /\/node_modules\/(@base-ui|@floating-ui)\/|\/with-selector\b|\/src\/ui\/(sheet|keep-focus)\./.test(id);
/** Words of parts that come later. */
const PART_WORDS = /\/src\/i18n\/locales\/(\w+)\/more\//;
const isLongList = (id: string) => /\/node_modules\/@tanstack\//.test(id);

const define = { __BUILD__: JSON.stringify(build) };
const alias = [
  // The same library without what browsers of a decade ago need.
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
  // 1 kB of the core, compressed.
  {
    find: /^@xmpp\/resolve$/,
    replacement: fileURLToPath(new URL('worker/xmpp/no-resolve.ts', import.meta.url)),
  },
];

export default defineConfig({
  define,
  resolve: { alias },
  // 1.3 kB of the core, compressed: notes for a bundler, which nobody reads in the end.
  worker: { format: 'es', rolldownOptions: { output: { comments: { annotation: false, jsdoc: false } } } },
  build: {
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Few files: each costs a first visit a kilobyte of headers, and on HTTP/1.1 a turn. But none of them carries what the
    // first sight does not draw; `first` is also the landing page's. The service worker fetches and keeps each of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A reader has one language: its words of all parts are one file.
            { name: (id: string) => PART_WORDS.exec(id)?.[1]?.replace(/^/, 'parts-') ?? null, priority: 9 },
            file('base', 8, (id, modules) => inEntry(id, modules) && namesNone(id, modules)),
            file('words', 8, (id, modules) => inEntry(id, modules) && inApp(id, modules)),
            file(
              'first',
              7,
              (id, modules) =>
                isLucide(id) || isKeys(id) || (isLeaf(id) && inLanding(id, modules) && inApp(id, modules)),
            ),
            file('app', 6, (id, modules) => isLeaf(id) && inApp(id, modules)),
            file('ways', 5, (id, modules) => inLanding(id, modules) && inApp(id, modules) && !inEntry(id, modules)),
            file('start', 4, (id, modules) => inApp(id, modules) && !inEntry(id, modules)),
            { name: 'widgets', minShareCount: 2, test: isWidget, priority: 3 },
            { name: 'rows', minShareCount: 2, test: isLongList, priority: 2 },
            {
              // What the wall draws with other pages: in `more` it would wait for the widgets.
              name: (id: string, modules: Modules) =>
                isLeaf(id) && inWall(id, modules) && !inApp(id, modules) && !isIcon(id) ? 'wall' : null,
              minShareCount: 2,
              priority: 2,
            },
            { name: 'icons', minShareCount: 6, test: isIcon, priority: 2 },
            {
              // Not what the landing page draws: it would then wait for the app.
              name: (id: string, modules: Modules) => (isLeaf(id) && !inLanding(id, modules) ? 'more' : null),
              minShareCount: 8,
              maxModuleSize: 20_000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  plugins: [
    brandPlugin(),
    awayScript({ define, alias }),
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
        // Icons of an installed app are read by the system, with a network; what few need is kept once it was used (sw/scripts.ts).
        globIgnores: [
          'legal/**',
          // Stored with the service worker itself.
          'away.js',
          'assets/{in-page,clips,preview}-*.js',
          'icons/{icon,maskable}-512.png',
          'icons/apple-touch-*.png',
        ],
        globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/*.png', 'manifest.webmanifest'],
      },
      devOptions: { enabled: true, type: 'module', navigateFallback: 'index.html' },
    }),
  ],
});
