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
import { landingFile } from '../../server/platform/http/site/build-card.ts';
import { isLanguage, LANGUAGES, type Language } from '../../src/i18n/languages.ts';
import type { Prerendered } from '../../src/landing/prerendered-document.ts';
import { chosenBrand } from './brand/choice.ts';

const ENTRY = 'src/landing/prerender.tsx';
const SHELL = 'index.html';
/** No page exists at build time: modules that listen to one when they are loaded are never called. */
const NO_PAGE = 'const addEventListener = () => undefined;';

type Shared = { readonly define: Record<string, string>; readonly alias: AliasOptions };
type Render = (language: Language) => Promise<Prerendered>;

/** Builds the landing page for Node, and returns its renderer. URLs of pictures and fonts are those of the build of the app. */
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

/** Replaces what the shell contains exactly once. */
function replaceIn(html: string, part: RegExp, by: string): string {
  if (html.split(part).length !== 2) throw new TypeError(`${SHELL} does not contain ${part} once`);
  return html.replace(part, () => by);
}

/**
 * Writes the landing page into the app's document. Its scripts are only those of the entry, which decide before the first paint whether the
 * page fits the visitor (`blocking`); the others wait. Without `data-theme` the device's colour scheme applies.
 */
function documentOf(shell: string, { lang, dir, title, html }: Prerendered, styleUrl: string): string {
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const page: readonly (readonly [RegExp, string])[] = [
    [
      /<html lang="en" dir="ltr" data-theme="dark">/,
      `<html lang="${lang}" dir="${dir}" data-first="" data-prerendered="">`,
    ],
    [/<title>[^<]*<\/title>/, `<title>${escaped}</title>\n    <link rel="stylesheet" href="${styleUrl}" />`],
    [/ *<link rel="modulepreload"[^>]*\/first-[^>]*>\n/, ''],
    [/<script type="module"/, '<script type="module" blocking="render"'],
    [/<div id="root"><\/div>/, `<div id="root">${html}</div>`],
  ];
  return page.reduce((before, [part, by]) => replaceIn(before, part, by), shell);
}

/** URLs of the build's own files in an HTML or CSS text. */
const OWN_FILE = /\/(assets\/[\w.-]+)/g;

/**
 * Throws if a text uses a file that the build of the app does not have: both builds name pictures and fonts alike only while their contents
 * and the naming agree.
 */
function checkFiles(text: string, bundle: Rolldown.OutputBundle): void {
  const missing = [...text.matchAll(OWN_FILE)].map(([, file = '']) => file).filter((file) => !bundle[file]);
  if (missing.length > 0) throw new TypeError(`the prerendered landing page uses unknown files: ${missing.join(', ')}`);
}

/**
 * Vite plugin that writes the landing page in every language as a document (`landing/`), with its words and pictures before any script
 * runs, and its rules as a style sheet. The service worker does not store them: they are for the first visit.
 */
export function prerenderedLanding(shared: Shared): Plugin {
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
        const pages = await Promise.all(
          Object.keys(LANGUAGES)
            .filter(isLanguage)
            .map(async (language) => ({ language, page: await render(language) })),
        );
        const styles = [...new Set(pages.flatMap(({ page }) => page.styles))].join('\n');
        checkFiles(styles, bundle);
        const style = this.emitFile({ type: 'asset', name: 'landing.css', source: styles });
        for (const { language, page } of pages) {
          checkFiles(page.html, bundle);
          const source = documentOf(String(shell.source), page, `/${this.getFileName(style)}`);
          this.emitFile({ type: 'asset', fileName: landingFile(language), source });
        }
      },
    },
  };
}
