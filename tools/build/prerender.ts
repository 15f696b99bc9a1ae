import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import {
  type AliasOptions,
  build,
  defaultServerConditions,
  type Plugin,
  type ResolvedConfig,
  type Rolldown,
} from 'vite';
import {
  type PageVariantPart,
  PRERENDERED,
  PRERENDERED_PAGES,
  type PrerenderedPage,
  prerenderedFile,
} from '../../contract/paths.ts';
import { isLanguage, LANGUAGES, type Language } from '../../src/i18n/languages.ts';
import type { Prerendered } from '../../src/prerender/prerendered-document.ts';
import { chosenBrand } from './brand/choice.ts';

const ENTRY = 'src/prerender/prerender.tsx';
const SHELL = 'index.html';
/** Replaces `addEventListener` for modules that call it when they are loaded, because no page exists at build time. */
const NO_PAGE = 'const addEventListener = () => undefined;';

type Shared = { readonly define: Record<string, string>; readonly alias: AliasOptions };
type Render = (page: PrerenderedPage, language: Language, has: ReadonlySet<PageVariantPart>) => Promise<Prerendered>;

/** Builds the prerendered pages for Node, and returns their renderer. URLs of pictures and fonts are those of the build of the app. */
async function loadRenderer({ define, alias }: Shared, app: ResolvedConfig): Promise<Render> {
  const conditions = [chosenBrand(), ...defaultServerConditions];
  const built = await build({
    configFile: false,
    root: app.root,
    mode: app.mode,
    define,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias, conditions },
    ssr: { noExternal: true, resolve: { conditions } },
    plugins: [react({ jsxImportSource: '@emotion/react' })],
    build: {
      write: false,
      ssr: ENTRY,
      target: app.build.target,
      assetsInlineLimit: app.build.assetsInlineLimit,
      rolldownOptions: { output: { codeSplitting: false, banner: NO_PAGE } },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (!result || !('output' in result)) throw new TypeError(`${ENTRY} was not built`);
  const folder = mkdtempSync(join(tmpdir(), 'gemcall-prerender-'));
  try {
    const file = join(folder, 'prerender.mjs');
    writeFileSync(file, result.output[0].code);
    const module = (await import(pathToFileURL(file).href)) as { readonly prerender: Render };
    return module.prerender;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The modules of the app that replace any prerendered page but the landing page. */
const APP = ['src/open-app.tsx', 'src/app/start.tsx', 'src/prerender/take-over.ts'];
/** The modules that show each page in the app, which the entry script imports at a sign of interest, at the latest after 6 s. */
const APP_MODULES: { readonly [P in PrerenderedPage]: readonly string[] } = {
  // The landing page delays the start of the app by itself, so it fetches none of the app ahead.
  landing: [],
  login: [...APP, 'src/pages/account/login.tsx'],
  password: [...APP, 'src/pages/account/user-password.tsx'],
  download: [...APP, 'src/pages/download.tsx'],
};
/** The script of the core. */
const CORE = /^assets\/shared-[\w-]+\.js$/;

/** Returns the files that the app needs to show a page in a language, all their imports, and the core; none for the landing page. */
function scriptsOf(bundle: Rolldown.OutputBundle, root: string, page: PrerenderedPage, language: Language): string[] {
  const modules = APP_MODULES[page];
  if (modules.length === 0) return [];
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const found = new Set(Object.keys(bundle).filter((file) => CORE.test(file)));
  for (const module of [...modules, `src/i18n/bundles/${language}.ts`]) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, module)));
    if (!chunk) throw new TypeError(`the build has no script with ${module}`);
    found.add(chunk.fileName);
  }
  for (const file of found) {
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') for (const imported of chunk.imports) found.add(imported);
  }
  return [...found];
}

/** Replaces what the shell contains exactly once. */
function replaceIn(html: string, part: RegExp, by: string): string {
  if (html.split(part).length !== 2) throw new TypeError(`${SHELL} does not contain ${part} once`);
  return html.replace(part, () => by);
}

/**
 * Writes a prerendered page into the app's document. It starts only the scripts of the entry, which decide before the first paint whether
 * the page fits the visitor (`blocking`). `scripts`: those of the app, which are fetched while the browser is idle. Without `data-theme`
 * the device's colour scheme applies.
 */
function documentOf(
  shell: string,
  name: PrerenderedPage,
  { lang, dir, title, html }: Prerendered,
  styleUrl: string,
  scripts: readonly string[],
): string {
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const page: readonly (readonly [RegExp, string])[] = [
    [
      /<html lang="en" dir="ltr" data-theme="dark">/,
      `<html lang="${lang}" dir="${dir}" data-first="" data-prerendered="${name}">`,
    ],
    [/<title>[^<]*<\/title>/, `<title>${escaped}</title>\n    <link rel="stylesheet" href="${styleUrl}" />`],
    [/ *<link rel="modulepreload"[^>]*\/first-[^>]*>\n/, ''],
    [/<script type="module"/, '<script type="module" blocking="render"'],
    [/<div id="root"><\/div>/, `<div id="root">${html}</div>`],
  ];
  const document = page.reduce((before, [part, by]) => replaceIn(before, part, by), shell);
  // The entry and what it imports is in the document already.
  const later = scripts.filter((script) => !document.includes(script));
  const meta = later.length > 0 ? `<meta name="app-scripts" content="${later.join(' ')}" />\n    ` : '';
  return replaceIn(document, /<link rel="icon"/, `${meta}<link rel="icon"`);
}

/** URLs of the build's own files in an HTML or CSS text. */
const OWN_FILE = /\/(assets\/[\w.-]+)/g;

/**
 * Throws if a text uses a file that the build of the app does not have: both builds name pictures and fonts alike only while their contents
 * and the naming agree.
 */
function checkFiles(text: string, bundle: Rolldown.OutputBundle): void {
  const missing = [...text.matchAll(OWN_FILE)].map(([, file = '']) => file).filter((file) => !bundle[file]);
  if (missing.length > 0) throw new TypeError(`a prerendered page uses unknown files: ${missing.join(', ')}`);
}

/** Returns all combinations of the parts that only some servers have. */
function combinationsOf(parts: readonly PageVariantPart[]): readonly ReadonlySet<PageVariantPart>[] {
  let sets: readonly ReadonlySet<PageVariantPart>[] = [new Set()];
  for (const part of parts) sets = sets.flatMap((set) => [set, new Set([...set, part])]);
  return sets;
}

type Document = { readonly file: string; readonly language: Language; readonly page: Prerendered };

/** Renders a page in each language and with each combination of parts, one after the other. */
async function renderAll(render: Render, name: PrerenderedPage): Promise<Document[]> {
  const documents: Document[] = [];
  for (const language of Object.keys(LANGUAGES).filter(isLanguage))
    for (const has of combinationsOf(PRERENDERED[name].parts))
      documents.push({ file: prerenderedFile(name, language, has), language, page: await render(name, language, has) });
  return documents;
}

/**
 * Vite plugin that writes the prerendered pages in every language as documents (`prerendered/`), with their words and pictures before any
 * script runs, and the rules of each page as a style sheet. The service worker does not store them: they are for the first visit.
 */
export function prerenderedPages(shared: Shared): Plugin {
  let app: ResolvedConfig | undefined;
  return {
    name: 'gemcall:prerender',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      app = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const shell = bundle[SHELL];
        if (!app || shell?.type !== 'asset') throw new TypeError(`the build has no ${SHELL}`);
        const render = await loadRenderer(shared, app);
        for (const name of PRERENDERED_PAGES) {
          const documents = await renderAll(render, name);
          const styles = [...new Set(documents.flatMap(({ page }) => page.styles))].join('\n');
          checkFiles(styles, bundle);
          const style = this.emitFile({ type: 'asset', name: `prerendered-${name}.css`, source: styles });
          for (const { file, language, page } of documents) {
            checkFiles(page.html, bundle);
            const scripts = scriptsOf(bundle, app.root, name, language).map((script) => `/${script}`);
            const source = documentOf(String(shell.source), name, page, `/${this.getFileName(style)}`, scripts);
            this.emitFile({ type: 'asset', fileName: file, source });
          }
        }
      },
    },
  };
}
