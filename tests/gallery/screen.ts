import type { Locator, Page } from 'playwright';
import type { BrandId } from '../../contract/brand.ts';
import type { Language } from '../../src/i18n/languages.ts';
import type { Answers, NoticeState, Rows } from './app/gallery.ts';

/** A screen of the product as rows make it. */
export type Screen = {
  readonly name: string;
  readonly path: string;
  /** `tab` is the name of the tab that shows it, for rows that belong to one. */
  readonly rows: Rows | ((tab: string) => Rows);
  /** What is pressed before it is looked at, in English. */
  readonly act?: (page: Page) => Promise<void>;
  /** It differs from another screen by its words or by a line: five languages on a phone are enough, without axe. */
  readonly variant?: true;
  /** What it says is said in the language of the moment, so it is looked at in this one, on a phone, without axe. */
  readonly only?: Language;
  /** What is there in English when it is the screen of that name: an empty or a wrong page must not pass. */
  readonly shows: (page: Page) => Locator;
  /** The first brand's alone where it is named. */
  readonly brand?: BrandId;
  readonly answers?: Answers;
  /** The page is loaded anew for it: what only a page remembers is not what another screen left. */
  readonly fresh?: true;
  /** Something of it stays on its way, as an upload does. */
  readonly busy?: true;
  /** It appears after a while, so the clock has to go. */
  readonly clockRuns?: true;
  readonly mediaRefused?: true;
  /** What the browser says of notifications; `outside`: an iPhone, where only an app on the home screen has any. */
  readonly notices?: NoticeState;
  readonly storage?: Readonly<Record<string, string>>;
  /** Requests that it makes, by path, with the status of their answers. */
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
