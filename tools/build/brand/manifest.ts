import { readdirSync, readFileSync } from 'node:fs';
import type { WebAppManifest } from 'web-app-manifest';
import { APP_START, type BrandConfig } from '../../../contract/brand.ts';
import { SHARE_FIELDS, SHARE_PATH } from '../../../contract/chat/share.ts';
import { PICTURE_TYPES } from '../../../contract/media/file-kind.ts';
import { directionOf, type Language, localeOf, manifestPath } from '../../../src/i18n/languages.ts';

const png = (src: string, size: number, purpose: string) => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Offsets of width and height in a PNG file (IHDR). */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

const LABELS: Readonly<Record<string, string>> = {
  call: 'A video call',
  conversation: 'A conversation',
  wall: 'Who is there right now',
};
const SCREENSHOT = /screenshots\/(.+)-(wide|narrow)\.png$/;

const LOCALES = 'src/i18n/locales';

/** Reads the manifest's texts in a language from the app's own texts, so that shortcuts have the names that the app shows. */
function textsOf(brand: BrandConfig, language: Language) {
  const read = (name: string) => JSON.parse(readFileSync(`${LOCALES}/${language}/${name}.json`, 'utf8'));
  const { nav } = read('common');
  const { headline, lead } = read(`landing-${brand.id}`);
  return {
    description: `${headline}. ${lead}`,
    messages: String(nav.messages),
    discover: String(nav.discover),
    calls: String(read('call').records.title),
    settings: String(nav.settings),
  };
}

/** The manifest's screenshots; the suffix of a file name is its form factor: `-wide` or `-narrow`. */
function screenshotsIn(folder: string): NonNullable<WebAppManifest['screenshots']> {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .flatMap((name) => {
      const [, screen = '', form_factor] = SCREENSHOT.exec(name) ?? [];
      if (form_factor !== 'wide' && form_factor !== 'narrow') return [];
      const file = readFileSync(`${folder}/${name}`);
      return {
        src: `/${name}`,
        sizes: `${file.readUInt32BE(WIDTH_AT)}x${file.readUInt32BE(HEIGHT_AT)}`,
        type: 'image/png',
        form_factor,
        label: LABELS[screen] ?? screen,
      };
    });
}

/** Web Share Target: the form that the browser posts when another app shares something (sw/share.ts). */
const SHARE_TARGET = {
  action: SHARE_PATH,
  method: 'POST',
  enctype: 'multipart/form-data',
  params: {
    title: SHARE_FIELDS.title,
    text: SHARE_FIELDS.text,
    url: SHARE_FIELDS.url,
    files: [{ name: SHARE_FIELDS.picture, accept: PICTURE_TYPES }],
  },
};

/** The members of W3C's manifest, and two that browsers support beyond it. */
type Manifest = WebAppManifest & {
  readonly protocol_handlers: readonly { readonly protocol: string; readonly url: string }[];
  readonly share_target: typeof SHARE_TARGET;
};

/**
 * Builds the web app manifest of a brand in a language; `assets` is the folder with its images and screenshots. All languages have one
 * `id`, so that a browser takes them for the same app. The English one has the brand's own description, which stores also show.
 */
export function manifestOf(brand: BrandConfig, assets: string, language: Language = 'en') {
  const { images, themeColour } = brand;
  const icons = [png(images.icon192, 192, 'any')];
  const isEnglish = language === 'en';
  const texts = textsOf(brand, language);
  return {
    id: brand.manifestId,
    name: isEnglish ? `${brand.name}: ${brand.tagline}` : brand.name,
    short_name: brand.name,
    description: isEnglish ? brand.description : texts.description,
    lang: localeOf(language),
    dir: directionOf(language),
    start_url: APP_START,
    scope: '/',
    display: 'standalone',
    // On desktops the app draws the title bar (src/app/edges/title-bar.tsx).
    display_override: ['window-controls-overlay'],
    // Links focus the open window, which navigates by itself, so that a link does not end its call.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    protocol_handlers: [{ protocol: `web+${brand.id}`, url: '/open?to=%s' }],
    share_target: SHARE_TARGET,
    orientation: 'any',
    theme_color: themeColour.dark,
    background_color: themeColour.dark,
    categories: ['social', 'lifestyle'],
    icons: [
      ...icons,
      png(images.icon512, 512, 'any'),
      png(images.maskable512, 512, 'maskable'),
      png(images.badge96, 96, 'monochrome'),
      { src: images.mark, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    screenshots: screenshotsIn(assets).map(({ label, ...picture }) => (isEnglish ? { ...picture, label } : picture)),
    shortcuts: [
      { name: texts.messages, url: '/message', icons },
      { name: texts.discover, url: '/goddess', icons },
      { name: texts.calls, url: '/callrecord', icons },
      { name: texts.settings, url: '/settings', icons },
    ],
  } satisfies Manifest;
}

/** Files of the manifests of a brand, by path, for the build; each is generated when its function is called. */
export const manifestFiles = (brand: BrandConfig, assets: string, languages: readonly Language[]) =>
  languages.map(
    (language) =>
      [manifestPath(language).slice(1), () => JSON.stringify(manifestOf(brand, assets, language), null, 2)] as const,
  );
