import type { Locator, Page } from 'playwright';
import type { BrandId } from '../../contract/brand.ts';
import type { Language } from '../../src/i18n/languages.ts';
import type { Answers, NoticeState, Rows } from './app/gallery.ts';

/** A screen of the app, defined by its rows. */
export type Screen = {
  readonly name: string;
  readonly path: string;
  /** `tab` is the id of the tab that shows the screen, for rows that belong to a tab. */
  readonly rows: Rows | ((tab: string) => Rows);
  /** Actions in English before the checks, such as opening a dialog. */
  readonly act?: (page: Page) => Promise<void>;
  /** Differs from another screen only in text: it is checked in five languages on a phone, without axe. */
  readonly variant?: true;
  /** Its text stays in the language in which it was made (a toast), so it is checked only in this one, on a phone, without axe. */
  readonly only?: Language;
  /** Something that only this screen has, in English, so that an empty or wrong page fails. */
  readonly shows: (page: Page) => Locator;
  /** Only this brand has the screen. */
  readonly brand?: BrandId;
  readonly answers?: Answers;
  /** Reloads the page first, so that no state in memory is left from another screen. */
  readonly fresh?: true;
  /** Something stays in progress, such as an upload. */
  readonly busy?: true;
  /** The screen appears only after a while, so the clock must run. */
  readonly clockRuns?: true;
  readonly mediaRefused?: true;
  /** Permission for notifications. `outside`: an iPhone, where only an app on the home screen can have it. */
  readonly notices?: NoticeState;
  readonly storage?: Readonly<Record<string, string>>;
  /** Status codes that answer its requests, by path. */
  readonly requests?: Readonly<Record<string, number>>;
};

export const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name, exact: true }).first();
export const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
export const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first();
export const press =
  (...names: readonly (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
  };
