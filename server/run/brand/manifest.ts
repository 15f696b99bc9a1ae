import { readdirSync, readFileSync } from 'node:fs';
import type { BrandConfig } from '../../../contract/brand.ts';

const png = (src: string, size: number, purpose: string) => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Offset of width and height in a PNG file. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

const LABELS: Readonly<Record<string, string>> = {
  call: 'A video call',
  conversation: 'A conversation',
  wall: 'Who is there right now',
};
const SCREENSHOT = /screenshots\/(.+)-(wide|narrow)\.png$/;

/** In `screenshots`, a name that ends in `-wide` is of a wide screen, `-narrow` of a phone. */
function screenshotsIn(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .flatMap((name) => {
      const [, what = '', form_factor] = SCREENSHOT.exec(name) ?? [];
      if (!form_factor) return [];
      const file = readFileSync(`${folder}/${name}`);
      return {
        src: `/${name}`,
        sizes: `${file.readUInt32BE(WIDTH_AT)}x${file.readUInt32BE(HEIGHT_AT)}`,
        type: 'image/png',
        form_factor,
        label: LABELS[what] ?? what,
      };
    });
}

/** Web app manifest of a brand; `assets` is the folder with its pictures. */
export function manifestOf(brand: BrandConfig, assets: string) {
  const { images, themeColour } = brand;
  const icons = [png(images.icon192, 192, 'any')];
  return {
    id: brand.manifestId,
    name: `${brand.name}: ${brand.tagline}`,
    short_name: brand.name,
    description: brand.description,
    lang: 'en',
    dir: 'auto',
    start_url: '/message',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    theme_color: themeColour.dark,
    background_color: themeColour.dark,
    categories: ['social', 'communication'],
    icons: [
      ...icons,
      png(images.icon512, 512, 'any'),
      png(images.maskable512, 512, 'maskable'),
      png(images.badge96, 96, 'monochrome'),
      { src: images.mark, sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    screenshots: screenshotsIn(assets),
    shortcuts: [
      { name: 'New chat', short_name: 'New', url: '/message?new', icons },
      { name: 'Settings', url: '/settings', icons },
    ],
  };
}
