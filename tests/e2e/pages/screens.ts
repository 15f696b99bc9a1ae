import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Language } from '../../../src/i18n/languages.ts';
import { wordsOf } from './languages.ts';

/** Every screen by the address that shows it, so that it opens in any language. */
export type Screen = {
  readonly name: string;
  /** Resolves when all of it is there. */
  open(page: Page, language: Language): Promise<void>;
};

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

/** Moves inside the running app, as a tap on a link does. */
const go = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path);

export const SIGNED_OUT: readonly Screen[] = [
  {
    name: 'login',
    async open(page, language) {
      await go(page, '/login');
      await heading(page, wordsOf(language).login.headline);
    },
  },
  {
    name: 'password with mistakes',
    async open(page, language) {
      await go(page, '/userpassword');
      await heading(page, wordsOf(language).login.welcomeBack);
      await page.getByRole('button', { name: wordsOf(language).login.submit, exact: true }).click();
      await expect(page.getByText(wordsOf(language).login.uidMissing)).toBeVisible();
    },
  },
  {
    name: 'not found',
    async open(page, language) {
      await go(page, '/no/such/place');
      await heading(page, wordsOf(language).common.notFound.title);
    },
  },
];

export const HOST = { uid: 9014 } as const;

export const SIGNED_IN: readonly Screen[] = [
  {
    name: 'conversations',
    async open(page, language) {
      await go(page, '/message');
      await heading(page, wordsOf(language).message.title);
      await expect(page.getByRole('list', { name: wordsOf(language).message.threads })).toBeVisible();
    },
  },
  {
    name: 'conversation',
    async open(page, language) {
      await go(page, `/message/u_${HOST.uid}`);
      await expect(page.getByRole('log').getByText(wordsOf(language).message.covered)).toBeVisible();
    },
  },
  {
    name: 'conversation with the team',
    async open(page, language) {
      await go(page, '/message/localOfficial');
      await expect(page.getByText(wordsOf(language).message.readOnly)).toBeVisible();
    },
  },
  {
    name: 'conversation that is missing',
    async open(page, language) {
      await go(page, '/message/u_424242');
      await heading(page, wordsOf(language).message.missing.title);
    },
  },
  {
    name: 'people',
    async open(page, language) {
      await go(page, '/message?new');
      await expect(page.getByRole('dialog', { name: wordsOf(language).people.title })).toBeVisible();
      await expect(page.getByRole('list', { name: wordsOf(language).people.list }).getByRole('button')).toHaveCount(40);
    },
  },
  {
    name: 'nobody found',
    async open(page, language) {
      await page.getByRole('searchbox').fill('nobody has this name');
      await heading(page, wordsOf(language).people.none);
    },
  },
  {
    name: 'settings',
    async open(page, language) {
      await go(page, '/settings');
      await heading(page, wordsOf(language).settings.title);
    },
  },
  {
    name: 'sign-out dialog',
    async open(page, language) {
      await page.getByRole('button', { name: wordsOf(language).settings.logout, exact: true }).click();
      await expect(page.getByRole('dialog', { name: wordsOf(language).settings.logoutTitle })).toBeVisible();
    },
  },
];

/** Chooses without the settings page: what is saved there is read at the start. */
export async function choose(page: Page, language: Language, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(
    (chosen) => {
      for (const [key, value] of Object.entries(chosen)) localStorage.setItem(key, value);
    },
    { language, theme },
  );
  await page.reload();
}
