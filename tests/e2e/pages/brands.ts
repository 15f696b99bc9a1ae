import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright';
import type { BrandId } from '../../../contract/brand.ts';
import type { Language } from '../../../src/i18n/languages.ts';
import type entrance from '../../../src/i18n/locales/en/entrance.json';
import { TEST_BUILDS } from '../../../tools/test/test-builds.ts';

export const BUILD_OF: Readonly<Record<BrandId, string>> = {
  gemcall: resolve(TEST_BUILDS.older.outDir),
  velora: resolve(TEST_BUILDS.velora.outDir),
  miravo: resolve(TEST_BUILDS.miravo.outDir),
};

const read = (language: Language, file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../src/i18n/locales/${language}/${file}.json`, import.meta.url), 'utf8'));

export const entranceOf = (language: Language) => read(language, 'entrance') as typeof entrance;
export const landingOf = (brand: BrandId, language: Language) =>
  read(language, `landing-${brand}`) as { readonly headline: string; readonly start: string };

export const localeTexts = (language: Language, file: string) =>
  read(language, file) as Readonly<Record<string, string>>;

const LANDMARK = 'h1';

/** Records in every page when its first heading appears. */
export async function watchFirstSight(context: BrowserContext): Promise<void> {
  await context.addInitScript((landmark) => {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector(landmark)) return;
      const styles = document.querySelectorAll('style').length;
      performance.mark('first sight', { detail: { dir: document.dir, styles } });
      watcher.disconnect();
    });
    watcher.observe(document, { childList: true, subtree: true });
  }, LANDMARK);
}

/** Direction of the document when its first heading appeared, and the number of style elements that a script had added. */
export const firstSight = (page: Page): Promise<{ readonly dir: string; readonly styles: number }> =>
  page.evaluate(() => (performance.getEntriesByName('first sight')[0] as PerformanceMark).detail);

/** The scripts that the page requested before its first heading appeared. */
export async function scriptsOfFirstSight(page: Page): Promise<string[]> {
  await page.locator(LANDMARK).waitFor();
  return page.evaluate(() => {
    const until = performance.getEntriesByName('first sight')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    const asked = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= until);
    return [...new Set(asked.map(({ name }) => name).filter((name) => new URL(name).pathname.endsWith('.js')))];
  });
}

/** The size of all scripts together, each compressed with gzip at its highest level. */
export async function gzipBytes(page: Page, urls: readonly string[]): Promise<number> {
  const sizes = urls.map(async (url) => gzipSync(await (await page.request.get(url)).body(), { level: 9 }).byteLength);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
