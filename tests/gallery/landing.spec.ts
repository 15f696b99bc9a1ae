import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { BRAND_IDS } from '../../contract/brand.ts';
import { directionOf, isLanguage, LANGUAGES, type Language, localeOf } from '../../src/i18n/languages.ts';
import { entranceOf, landingOf } from '../e2e/pages/brands.ts';
import { test } from './base.ts';
import { LANDING_SCREENS } from './screens/visitor.ts';
import { drawFirst } from './sweep.ts';

/** All properties that decide how prominent a button of the consent banner is. */
const lookOf = (page: Page, language: Language, words: 'consentNone' | 'consentAll') =>
  page.getByRole('button', { name: entranceOf(language)[words], exact: true }).evaluate((button) => {
    const { width, height } = button.getBoundingClientRect();
    const { color, backgroundColor, backgroundImage, boxShadow, fontSize, fontWeight, opacity, border } =
      getComputedStyle(button);
    return { width, height, color, backgroundColor, backgroundImage, boxShadow, fontSize, fontWeight, opacity, border };
  });

/** Words of the consent buttons that are broken over two lines. */
const brokenWords = (page: Page) =>
  page.getByRole('complementary').evaluate((banner) => {
    const words: string[] = [];
    for (const button of banner.querySelectorAll('button')) {
      const text = button.firstChild;
      for (const { 0: word, index } of text?.textContent?.matchAll(/[\p{Script=Latin}]+/gu) ?? []) {
        const range = document.createRange();
        range.setStart(text as Node, index);
        range.setEnd(text as Node, index + word.length);
        if (range.getClientRects().length > 1) words.push(word);
      }
    }
    return words;
  });

for (const brand of BRAND_IDS) {
  test(`the landing page of ${brand} is shown in each language that is chosen on it, with equal consent buttons of unbroken words, and legal links`, async ({
    openGalleryOf,
  }) => {
    const { page, network } = await openGalleryOf(brand, 'phone');
    await drawFirst(page, network, LANDING_SCREENS);
    for (const language of Object.keys(LANGUAGES).filter(isLanguage)) {
      await page.getByRole('combobox').selectOption(language);
      await expect(page.getByRole('heading', { name: landingOf(brand, language).headline })).toBeVisible();
      expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
        localeOf(language),
        directionOf(language),
      ]);
      for (const name of ['privacy', 'terms', 'cookies'] as const) {
        const link = page.getByRole('contentinfo').getByRole('link', { name: entranceOf(language)[name] });
        await expect(link).toHaveAttribute('href', `/legal/${name}.${language}.html`);
      }
      const [no, yes] = await Promise.all([
        lookOf(page, language, 'consentNone'),
        lookOf(page, language, 'consentAll'),
      ]);
      expect(no, language).toEqual(yes);
      expect(await brokenWords(page), language).toEqual([]);
    }
  });
}
