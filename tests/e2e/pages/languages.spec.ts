import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Language } from '../../../src/i18n/languages.ts';
import { test } from '../base.ts';
import { bubble } from './acts.ts';
import { strangeTexts } from './checks.ts';
import { furnish } from './furnish.ts';
import { LANGUAGES, wordsOf } from './languages.ts';
import { choose, HOST, type Screen, SIGNED_IN, SIGNED_OUT } from './screens.ts';
import { DISCOVERY_SCREENS } from './screens-discovery.ts';
import { settled } from './settled.ts';
import { clippedText } from './sight.ts';

async function read(page: Page, screens: readonly Screen[], language: Language): Promise<void> {
  for (const screen of screens) {
    await screen.open(page, language);
    expect(await strangeTexts(page, language), `${screen.name} in ${language}`).toEqual([]);
    expect(await clippedText(page), `${screen.name} in ${language}`).toEqual([]);
  }
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

/** On a phone all of them; where there is room those with the longest words, the other direction and the tallest letters. */
const HARD: ReadonlySet<Language> = new Set(['de', 'ar', 'bn', 'ja']);
const languagesOn = (viewport: { readonly width: number } | null) =>
  LANGUAGES.map(({ language }) => language).filter((language) => (viewport?.width ?? 0) < 1024 || HARD.has(language));

test('the screens before the login are whole in all fifteen languages', async ({ page, viewport }) => {
  test.setTimeout(400_000);
  await page.goto('/login');
  for (const language of languagesOn(viewport)) {
    await choose(page, language, 'dark');
    await read(page, SIGNED_OUT, language);
  }
});

for (const [name, screens] of [
  ['after the login', SIGNED_IN],
  ['where hosts are found', DISCOVERY_SCREENS],
] as const) {
  test(`the screens ${name} are whole in all fifteen languages`, async ({ page, product, viewport }) => {
    test.setTimeout(600_000);
    await furnish(page, product);
    for (const language of languagesOn(viewport)) {
      await choose(page, language, 'light');
      await read(page, screens, language);
    }
  });
}

test('Arabic and Hebrew run from right to left, and so does everything around them', async ({ page, product }) => {
  await furnish(page, product);
  const { width } = page.viewportSize() ?? { width: 0 };
  const middleOf = async (of: ReturnType<Page['getByRole']>) => {
    const box = await of.boundingBox();
    return box ? box.x + box.width / 2 : Number.NaN;
  };
  for (const language of ['en', 'ar', 'he'] as const) {
    await page.goto(`/message/u_${HOST.uid}`);
    await choose(page, language, 'light');
    const { common, message } = wordsOf(language);
    /** Where it would be if words ran from left to right. */
    const place = async (of: ReturnType<Page['getByRole']>) =>
      language === 'en' ? await middleOf(of) : width - (await middleOf(of));
    const log = page.getByRole('log');
    await expect(bubble(page, 'Hello there')).toBeVisible();
    await settled(page);
    const edge = (await place(log)) * 2 - width;
    expect(await place(bubble(page, 'Hello there').getByText('Hello there'))).toBeGreaterThan(width / 2 + edge / 2);
    expect(await place(log.getByText('Hello! Lovely to hear from you.'))).toBeLessThan(width / 2 + edge / 2);
    expect(await place(page.getByRole('button', { name: message.composer.send, exact: true }))).toBeGreaterThan(
      width * 0.85,
    );
    await page.evaluate(() => history.pushState(null, '', '/message'));
    const title = page.getByRole('heading', { name: message.title, exact: true });
    await expect(title).toBeVisible();
    await settled(page);
    expect(await place(page.getByRole('button', { name: message.new }))).toBeGreaterThan(await place(title));
    const [messages, you] = [common.nav.messages, common.nav.me].map((name) =>
      page.getByRole('navigation', { name: common.nav.label }).getByRole('link', { name }),
    );
    if (!messages || !you) throw new Error('no navigation');
    if (width < 1024) expect(await place(messages)).toBeLessThan(await place(you));
    else expect(await place(messages)).toBeLessThan(width * 0.1);
  }
});
