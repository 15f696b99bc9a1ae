import { resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import type { BrandId } from '../../contract/brand.ts';
import { GALLERY_BUILDS } from '../../tools/test/gallery-builds.ts';
import { closeBrowsers, openProfile } from '../harness/browser/browser.ts';
import { watchProblems } from '../harness/browser/problems.ts';
import { type GallerySite, startGallerySite } from './site.ts';
import { type Network, NO_NETWORK, PATIENCE_MS, type Size, VIEWPORTS, watchNetwork } from './sweep.ts';

/** A fake camera with a moving picture and a fake microphone, both permitted; no network. */
const ARGS = ['--use-fake-device-for-media-stream=fps=10', '--use-fake-ui-for-media-stream', NO_NETWORK];

type Opened = { readonly page: Page; readonly network: Network };
type Fixtures = {
  /** Problems that a test causes on purpose. */
  readonly allowedProblems: readonly RegExp[];
  openGalleryOf(brand: BrandId, size: Size): Promise<Opened>;
};
type Shared = { readonly siteOf: (brand: BrandId) => Promise<GallerySite> };

export const test = base.extend<Fixtures, Shared>({
  siteOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its pattern.
    async ({}, use) => {
      const sites = new Map<BrandId, Promise<GallerySite>>();
      await use((brand) => {
        const site = sites.get(brand) ?? startGallerySite(resolve(GALLERY_BUILDS[brand].outDir));
        sites.set(brand, site);
        return site;
      });
      await closeBrowsers();
      for (const site of sites.values()) await (await site).close();
    },
    { scope: 'worker' },
  ],

  allowedProblems: [[], { option: true }],

  openGalleryOf: async ({ siteOf, allowedProblems }, use) => {
    const contexts: BrowserContext[] = [];
    const seen: (() => readonly string[])[] = [];
    await use(async (brand, size) => {
      const site = await siteOf(brand);
      const settings = { baseURL: site.url, viewport: VIEWPORTS[size], locale: 'en-US', timezoneId: 'UTC' };
      const context = await openProfile({
        ...settings,
        args: ARGS,
        // A translated draft is inserted by `execCommand('insertText')`, which does nothing in the headless shell.
        hasWindows: true,
        asksForInfo: true,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      });
      // An element that cannot be clicked fails its screen, and the next screen is checked.
      context.setDefaultTimeout(PATIENCE_MS);
      contexts.push(context);
      const problems = await watchProblems(context);
      // Some screens get these answers on purpose.
      seen.push(() => problems.seen([/status of 503/, /of 404 .*\/preflight/, ...allowedProblems]));
      return { page: await context.newPage(), network: watchNetwork(context, site) };
    });
    for (const context of contexts) await context.close();
    expect(seen.flatMap((problems) => problems())).toEqual([]);
  },
});
