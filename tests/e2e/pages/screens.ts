import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Language } from '../../../src/i18n/languages.ts';
import { LANGUAGES, wordsOf } from './languages.ts';
import { PEOPLE_SCREENS } from './screens-people.ts';

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
  {
    name: 'get the app',
    async open(page, language) {
      await go(page, '/download');
      await heading(page, wordsOf(language).download.title);
    },
  },
  {
    name: 'check before a call',
    async open(page, language) {
      await go(page, '/test');
      await heading(page, wordsOf(language).preflight.title);
      await page.getByRole('button', { name: wordsOf(language).preflight.start, exact: true }).click();
      await expect(page.getByText(wordsOf(language).preflight.network.direct)).toBeVisible();
      await expect(page.getByRole('button', { name: wordsOf(language).preflight.again, exact: true })).toBeVisible();
    },
  },
  {
    name: 'preview of a conversation',
    async open(page, language) {
      await go(page, '/preview');
      await expect(page.getByRole('link', { name: wordsOf(language).official.signIn })).toBeVisible();
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
      // Forty, without the one who blocked the reader where the list has been fetched since.
      const people = page.getByRole('list', { name: wordsOf(language).people.list }).getByRole('button');
      await expect(people.nth(38)).toBeAttached();
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
  ...PEOPLE_SCREENS,
  {
    name: 'languages',
    async open(page, language) {
      await go(page, '/languagesettings');
      await heading(page, wordsOf(language).settings.language);
      await expect(page.getByRole('radio')).toHaveCount(LANGUAGES.length);
    },
  },
  {
    name: 'delete messages',
    async open(page, language) {
      await go(page, '/deletemessagesettings');
      await heading(page, wordsOf(language).settings.clear.title);
      await expect(page.getByRole('checkbox').first()).toBeVisible();
    },
  },
  {
    name: 'question before messages are deleted',
    async open(page, language) {
      await page.getByRole('button', { name: wordsOf(language).settings.clear.all }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'message setup',
    async open(page, language) {
      await go(page, '/messageSetup');
      await heading(page, wordsOf(language).settings.setup.title);
      await expect(page.getByText(wordsOf(language).settings.setup.blockedNone)).toBeVisible();
    },
  },
  {
    name: 'addresses',
    async open(page, language) {
      await go(page, '/domain');
      await heading(page, wordsOf(language).domain.title);
      await expect(page.getByText(wordsOf(language).domain.reachable)).toBeVisible();
    },
  },
];

/**
 * Chooses without the settings page: what is saved there is read at the start. The account's own choice wins over what
 * the device remembers of a theme, and it is the device's, so the device says which.
 */
export async function choose(page: Page, language: Language, theme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(
    (chosen) => {
      for (const [key, value] of Object.entries(chosen)) localStorage.setItem(key, value);
    },
    { language, theme },
  );
  await page.reload();
}
