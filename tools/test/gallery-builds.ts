import { existsSync } from 'node:fs';
import type { BrandId } from '../../contract/brand.ts';
import { buildApp, sourceHash } from '../build/build.ts';

const CONFIG = 'tests/gallery/vite.config.ts';
const NAME = 'GEMCALL_GALLERY_BUILD';
process.env[NAME] ??= sourceHash(['tests/gallery/app', CONFIG]).slice(0, 12);
const place = <B extends BrandId>(brand: B) => ({
  brand,
  outDir: `.test-results/build/${process.env[NAME]}-gallery-${brand}`,
});

/**
 * Brand and folder of each build of the gallery (tests/gallery), which shows every screen of a brand with fixture data, for screenshot
 * tests. Not part of the product.
 */
export const GALLERY_BUILDS = { gemcall: place('gemcall'), velora: place('velora'), miravo: place('miravo') } as const;

/** Builds galleries whose folders are missing; part of `buildForTests`. */
export async function buildGalleries(signal?: AbortSignal): Promise<void> {
  for (const { brand, outDir } of Object.values(GALLERY_BUILDS)) {
    if (existsSync(outDir)) continue;
    const options = { outDir, brand, build: 1, environment: 'test', config: CONFIG, compress: false } as const;
    await buildApp({ ...options, ...(signal ? { signal } : {}) });
  }
}
