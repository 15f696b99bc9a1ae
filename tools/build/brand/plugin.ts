import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { defaultClientConditions, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { type BrandConfig, foreignMediaHosts, foreignOrigins } from '../../../contract/brand.ts';
import { BUILD_CARD } from '../../../server/platform/http/site/build-card.ts';
import { isLanguage } from '../../../src/i18n/languages.ts';
import { BRANDS, chosenBrand, distOf } from './choice.ts';
import { legalFiles } from './legal.ts';
import { manifestFiles } from './manifest.ts';

const LOCALES = 'src/i18n/locales';
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};

/** Images with unhashed names, because the manifest and external pages refer to them. */
const FIXED = /^(icons|screenshots)\//;

type Files = ReadonlyMap<string, () => string | Uint8Array>;

function filesOf(brand: BrandConfig, assets: string): Files {
  const pictures = readdirSync(assets, { recursive: true, encoding: 'utf8' }).filter(
    (name) => FIXED.test(name) && statSync(`${assets}/${name}`).isFile(),
  );
  const languages = readdirSync(LOCALES).filter(isLanguage);
  return new Map<string, () => string | Uint8Array>([
    ...pictures.map((name) => [name, () => readFileSync(`${assets}/${name}`)] as const),
    ...legalFiles(brand, languages),
    ...manifestFiles(brand, assets, languages),
  ]);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Replaces the placeholders `%brand.…%` of `index.html`. */
function fillPlaceholders(html: string, brand: BrandConfig): string {
  const values: Readonly<Record<string, string>> = {
    name: brand.name,
    description: brand.description,
    theme: brand.themeColour.dark,
    mark: brand.images.mark,
    appleTouch: brand.images.appleTouch180,
  };
  return html.replaceAll(/%brand\.(\w+)%/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`index.html asks for an unknown %brand.${name}%`);
    return escaped(value);
  });
}

/** Font of the first heading. It is preloaded, because a late font shifts the layout below it. */
const FIRST_FACE = /-latin-\d+-normal\.woff2$/;

function preloadFace(bundle: Rolldown.OutputBundle | undefined): HtmlTagDescriptor[] {
  const faces = Object.values(bundle ?? {}).filter(
    (file) => file.type === 'asset' && file.originalFileNames.some((name) => FIRST_FACE.test(name)),
  );
  return faces.map(({ fileName }) => ({
    tag: 'link',
    attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${fileName}`, crossorigin: '' },
    injectTo: 'head-prepend',
  }));
}

/** Chunk of the rendering libraries. It is preloaded, because the entry requests it one round trip later. */
const FIRST_SCRIPT = 'first';

function preloadFirst(bundle: Rolldown.OutputBundle | undefined): HtmlTagDescriptor[] {
  const files = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk' && file.name === FIRST_SCRIPT);
  return files.map(({ fileName }) => ({
    tag: 'link',
    attrs: { rel: 'modulepreload', href: `/${fileName}`, crossorigin: '' },
    injectTo: 'head',
  }));
}

/** Vite plugins that build the brand of `BRAND`: its modules (`#brand/*`), page, manifest, images and legal pages. */
export function brandPlugin(): Plugin[] {
  const brand = BRANDS[chosenBrand()];
  const assets = `src/brands/${brand.id}/assets`;
  let mode = 'production';
  const faces: Plugin = {
    name: 'gemcall:faces',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => [...preloadFace(bundle), ...preloadFirst(bundle)],
    },
  };
  const dressed: Plugin = {
    name: 'gemcall:brand',
    config: ({ build }) => ({
      // The condition resolves `#brand/*` of package.json to the brand's folder.
      resolve: { conditions: [brand.id, ...defaultClientConditions] },
      // An `outDir` given on the command line takes precedence.
      build: {
        outDir: build?.outDir ?? distOf(brand.id),
        // The Content Security Policy allows no `data:` fonts.
        assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
      },
    }),
    configResolved(resolved) {
      mode = resolved.mode;
    },
    transformIndexHtml: { order: 'pre', handler: (html) => fillPlaceholders(html, brand) },
    generateBundle() {
      for (const [fileName, read] of filesOf(brand, assets)) this.emitFile({ type: 'asset', fileName, source: read() });
      const hosts = { connect: foreignOrigins(brand, mode), media: foreignMediaHosts(brand, mode) };
      const card = JSON.stringify({ brand: brand.id, name: brand.name, ...hosts });
      this.emitFile({ type: 'asset', fileName: BUILD_CARD, source: card });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = (request.url ?? '').replace(/^\/|\?.*$/g, '');
        const read = existsSync(assets) ? filesOf(brand, assets).get(name) : undefined;
        if (!read) return next();
        response.setHeader('content-type', TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain');
        response.end(read());
      });
    },
  };
  return [dressed, faces];
}
