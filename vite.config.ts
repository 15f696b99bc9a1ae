import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { awayScript } from './tools/build/away-script.ts';
import { brandPlugin } from './tools/build/brand/plugin.ts';
import { dropSchemas } from './tools/build/drop-schemas.ts';
import { prerenderedPages } from './tools/build/prerender.ts';

/** Build number, increasing with every build, so that two builds in one browser can tell which is newer (law 10). */
const build = Number(process.env['GEMCALL_BUILD'] ?? Date.now());

/**
 * Whether a module is a leaf: a library or UI element without dynamic imports. Modules with dynamic imports (workers, lazy pages) contain
 * hashed file names, so their chunk changes with every build; leaves must not share a chunk with them.
 */
const isLeaf = (id: string) =>
  /\/node_modules\/|\/contract\/|\/src\/brands\/|\/src\/ui\/(?!(later|later-dialog|menu|confirm-dialog|toaster)\.)/.test(
    id,
  );

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** The index of all icons; each chunk uses a few of them. */
const isIcons = (id: string) => /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/.test(id);
const isIcon = (id: string) => /\/lucide-react\/dist\/esm\/icons\//.test(id);

/** All modules that these files import statically, transitively, except icons. */
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

/** The entry, which imports everything else dynamically. */
const ENTRY = ['src/main.ts'];
const LANDING = ['src/open-landing.tsx'];
/** Modules for the first paint of the app, with the page that is opened most. */
const APP = [
  'src/open-app.tsx',
  'src/app/start.tsx',
  'src/app/shell.tsx',
  'src/app/update/service-worker.ts',
  'src/pages/chat/messages.tsx',
];

type Belongs = (id: string, modules: Modules) => boolean;

/** A chunk group of all modules that satisfy `belongs`. */
const file = (name: string, priority: number, belongs: Belongs) => ({
  name: (id: string, modules: Modules) => (belongs(id, modules) ? name : null),
  priority,
});

/** Condition: the module is statically reachable from these files. */
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
/** The start page of signed-in users. */
const inWall = isReachedFrom(['src/pages/goddess.tsx']);

/** Condition: the module has no dynamic imports. */
const namesNone: Belongs = (id, modules) => modules.getModuleInfo(id)?.dynamicallyImportedIds.length === 0;
/** Keyboard handling shared by pages and widgets; in the chunk of the widgets, every page would depend on them. */
const isKeys = (id: string) => /\/src\/ui\/keys\./.test(id);
const isLucide = (id: string) => /\/lucide-react\//.test(id) && !isIcon(id) && !isIcons(id);

/** The widget library, and the app's modules that always need it. */
const isWidget = (id: string) =>
  /\/node_modules\/(@base-ui|@floating-ui)\/|\/with-selector\b|\/src\/ui\/(dialog\/sheet|input\/(switch|slider))\./.test(
    id,
  );
/** Translations of lazily loaded screens. */
const PART_WORDS = /\/src\/i18n\/locales\/(\w+)\/more\//;
/** The fold of all searches, which a conversation does not need until one is opened. */
const isSearch = (id: string) => id.endsWith('/contract/text/fold-text.ts');
const isLongList = (id: string) => /\/node_modules\/@tanstack\//.test(id);

const define = { __BUILD__: JSON.stringify(build) };
const alias = [
  // The build of dexie for modern browsers.
  { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
  // Replaces @xmpp/resolve, which is unused in browsers; saves 1 kB (compressed) of the core.
  {
    find: /^@xmpp\/resolve$/,
    replacement: fileURLToPath(new URL('worker/xmpp/no-resolve.ts', import.meta.url)),
  },
];

export default defineConfig({
  define,
  resolve: { alias },
  // Strips annotation comments that only bundlers read; saves 1.3 kB (compressed) of the core.
  worker: {
    format: 'es',
    plugins: () => [dropSchemas()],
    rolldownOptions: { output: { comments: { annotation: false, jsdoc: false } } },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Few chunks: each costs a first visit a kilobyte of headers, and with HTTP/1.1 a round trip. But no chunk of the first paint
    // contains code that it does not need; `first` is shared with the landing page. The service worker precaches all of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A user reads one language: its translations of all lazy screens are one chunk.
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
            // Before the widgets, whose chunk would otherwise contain the icons that they use.
            { name: 'icons', minShareCount: 6, test: isIcon, priority: 3 },
            { name: 'widgets', minShareCount: 2, test: isWidget, priority: 2 },
            { name: 'rows', minShareCount: 2, test: isLongList, priority: 2 },
            {
              // Modules that the wall shares with other pages; in `more`, the wall would also load the widgets.
              name: (id: string, modules: Modules) =>
                isLeaf(id) && inWall(id, modules) && !inApp(id, modules) && !isIcon(id) ? 'wall' : null,
              minShareCount: 2,
              priority: 2,
            },
            {
              // Not used by the landing page, which would then load the app.
              name: (id: string, modules: Modules) =>
                isLeaf(id) && !inLanding(id, modules) && !isSearch(id) ? 'more' : null,
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
    prerenderedPages({ define, alias }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: false,
      injectManifest: {
        // Legal pages are read online from their own pages. The system loads the large icons of an installed app when online; rarely
        // needed scripts are cached at first use (sw/scripts.ts).
        globIgnores: [
          'legal/**',
          // For the first visit, when no service worker exists.
          'prerendered/**',
          'assets/{prerendered,take-over,fetch-ahead}-*.{css,js}',
          // Imported by the service worker (importScripts) and stored with it.
          'away.js',
          'assets/{camera-pipeline,camera-worker,clips,preview}-*.js',
          'icons/{icon,maskable}-512.png',
          'icons/apple-touch-*.png',
        ],
        globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/*.png', 'manifest.webmanifest'],
      },
      devOptions: { enabled: true, type: 'module', navigateFallback: 'index.html' },
    }),
  ],
});
