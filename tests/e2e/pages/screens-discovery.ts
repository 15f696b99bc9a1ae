import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Language } from '../../../src/i18n/languages.ts';
import { wordsOf } from './languages.ts';

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path);

/** Where hosts are found. */
export const DISCOVERY_SCREENS = [
  {
    name: 'wall',
    async open(page: Page, language: Language) {
      await go(page, '/goddess');
      await heading(page, wordsOf(language).wall.title);
      await expect(page.locator('[data-card]').first()).toBeVisible();
    },
  },
  {
    name: 'match',
    async open(page: Page, language: Language) {
      await go(page, '/match');
      const feed = page.getByRole('region', { name: wordsOf(language).match.feed });
      await expect(feed.getByRole('article').first()).toBeVisible();
    },
  },
  {
    name: 'room of random match',
    async open(page: Page, language: Language) {
      await go(page, '/match?now');
      await heading(page, wordsOf(language).match.room.title);
    },
  },
  {
    name: 'somebody is looked for, or there is no camera',
    async open(page: Page, language: Language) {
      const { room } = wordsOf(language).match;
      await page.getByRole('button', { name: room.start, exact: true }).click();
      const alert = page.getByRole('alert').filter({ hasText: wordsOf(language).call.reason.mediaDenied });
      await expect(page.getByRole('heading', { name: room.looking, exact: true }).or(alert)).toBeVisible();
    },
  },
  {
    name: 'silver hosts',
    async open(page: Page, language: Language) {
      await go(page, '/silveranchor');
      const popup = page.getByRole('dialog', { name: wordsOf(language).wall.silver.title });
      await expect(popup.getByRole('link').first()).toBeVisible();
    },
  },
] as const;
