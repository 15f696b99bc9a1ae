import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Language } from '../../../src/i18n/languages.ts';
import { sentencesOf } from './languages.ts';
import { settled } from './settled.ts';
import { readableTexts } from './sight.ts';

/** What axe finds, as `rule: element`. */
export async function faults(page: Page): Promise<string[]> {
  await settled(page);
  // There is one frame: to join the findings of many, a page would be opened for each look.
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(passes.length).toBeGreaterThan(5);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

const KEY = /^[a-z]+(?:-[a-z]+)*(?:[:.][A-Za-z-]+)+(?:_(?:zero|one|two|few|many|other))?$/;
/** Written by people, or a name: the same in each language. */
const OURS = new Set(['gemcall', 'OK', 'gemcall.app']);

const known = new Map<Language, ReadonlySet<string>>();

/** English sentences that this language says in other words. */
function englishOnly(language: Language): ReadonlySet<string> {
  const before = known.get(language);
  if (before) return before;
  const own = sentencesOf(language);
  const said = new Set(own.values());
  const english = [...sentencesOf('en')].filter(([key, words]) => own.get(key) !== words && !said.has(words));
  const found = new Set(english.map(([, words]) => words));
  known.set(language, found);
  return found;
}

/** What a reader of this language could not make sense of: keys, blanks, English. */
export async function strangeTexts(page: Page, language: Language): Promise<string[]> {
  await settled(page);
  const english = englishOnly(language);
  return (await readableTexts(page)).filter(
    (text) => !OURS.has(text) && (KEY.test(text) || /\{\{|\}\}/.test(text) || english.has(text)),
  );
}
