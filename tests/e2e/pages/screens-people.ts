import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Language } from '../../../src/i18n/languages.ts';
import { wordsOf } from './languages.ts';

/** Whose profile is shown: one of the demo hosts, with photos. */
const SEEN = 9016;
/** The first whose clip is there. */
const MOVING = 9001;

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
const menu = (page: Page, language: Language) =>
  page.getByRole('button', { name: wordsOf(language).safety.menu, exact: true }).click();
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** Profiles, the own pages and the lists of people. */
export const PEOPLE_SCREENS = [
  {
    name: 'calls, before the first',
    async open(page: Page, language: Language) {
      await go(page, '/callrecord');
      await heading(page, wordsOf(language).call.records.empty);
    },
  },
  {
    name: 'a call that is over',
    async open(page: Page, language: Language) {
      await go(page, '/video/u_9016%40localhost');
      await heading(page, wordsOf(language).call.end.failed);
    },
  },
  {
    name: 'profile',
    async open(page: Page, language: Language) {
      await go(page, `/anchorprofile?uid=${SEEN}`);
      await heading(page, wordsOf(language).profile.about);
    },
  },
  {
    name: 'clips',
    async open(page: Page, language: Language) {
      await go(page, `/videoview?uid=${MOVING}&at=0`);
      await expect(page.getByRole('button', { name: wordsOf(language).profile.view.play, exact: true })).toBeVisible();
    },
  },
  {
    name: 'report',
    async open(page: Page, language: Language) {
      await page.keyboard.press('Escape');
      await heading(page, wordsOf(language).profile.about);
      await menu(page, language);
      await page.getByRole('menuitem', { name: wordsOf(language).safety.report, exact: true }).click();
      const { send, reasonMissing } = wordsOf(language).safety;
      await page.getByRole('dialog').getByRole('button', { name: send }).click();
      await expect(page.getByText(reasonMissing)).toBeVisible();
    },
  },
  {
    name: 'block',
    async open(page: Page, language: Language) {
      await closeDialog(page);
      await menu(page, language);
      await page.getByRole('menuitem', { name: wordsOf(language).safety.block, exact: true }).click();
      await expect(page.getByRole('dialog').getByText(wordsOf(language).safety.blockText)).toBeVisible();
    },
  },
  {
    name: 'profile of nobody',
    async open(page: Page, language: Language) {
      await closeDialog(page);
      await go(page, '/anchorprofile?uid=0');
      await heading(page, wordsOf(language).profile.missing.title);
    },
  },
  {
    name: 'own page',
    async open(page: Page, language: Language) {
      await go(page, '/personalhome');
      await expect(page.getByRole('region', { name: wordsOf(language).profile.me.balances })).toBeVisible();
    },
  },
  {
    name: 'edit profile with mistakes',
    async open(page: Page, language: Language) {
      await go(page, '/editprofile');
      const { edit } = wordsOf(language);
      await page.getByLabel(edit.email, { exact: true }).fill('nowhere');
      await page.getByLabel(edit.phone, { exact: true }).fill('nothing');
      await expect(page.getByText(edit.errors.email)).toBeVisible();
    },
  },
  {
    name: 'leaving with unsaved changes',
    async open(page: Page, language: Language) {
      await go(page, '/friendreq');
      await expect(page.getByRole('dialog', { name: wordsOf(language).edit.unsaved.title })).toBeVisible();
    },
  },
  {
    name: 'friend requests',
    async open(page: Page, language: Language) {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: wordsOf(language).edit.unsaved.leave })
        .click();
      await heading(page, wordsOf(language).friends.empty.requests.title);
    },
  },
  {
    name: 'who likes me',
    async open(page: Page, language: Language) {
      await go(page, '/friendreq?tab=likedMe');
      await heading(page, wordsOf(language).friends.empty.likedMe.title);
    },
  },
] as const;
