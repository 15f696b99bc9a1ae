import { expect } from 'playwright/test';
import * as v from 'valibot';
import { readTable } from '../../../harness/browser/rows.ts';
import { enterAsGuest, test } from '../../base.ts';
import { bubble, firstTab, say } from '../acts.ts';
import { LANGUAGES, wordsOf } from '../languages.ts';

test('a user selects each of the fifteen languages without a reload, and the selection survives one', {
  tag: '@phone',
}, async ({ page }) => {
  await enterAsGuest(page, '/settings');
  await page.getByRole('link', { name: /^Language/ }).click();
  await page.evaluate(() => history.replaceState('not reloaded', ''));
  const root = page.locator('html');
  for (const { language, name, lang, dir } of LANGUAGES) {
    await page.getByRole('radio', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf(language).settings.language);
    await expect(page.getByRole('radio', { name, exact: true })).toBeChecked();
    await expect(root).toHaveAttribute('lang', lang);
    await expect(root).toHaveAttribute('dir', dir);
  }
  expect(await page.evaluate(() => history.state)).toBe('not reloaded');
  await page.getByRole('radio', { name: 'Français' }).click();
  await expect(root).toHaveAttribute('lang', 'fr');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('fr').settings.language);
  await page.getByRole('button', { name: wordsOf('fr').common.back }).click();
  await expect(page.getByRole('link', { name: 'Français' })).toBeVisible();
});

test('a language is found by its native name, by its English name, and without diacritics', { tag: '@desk' }, async ({
  page,
}) => {
  await enterAsGuest(page, '/languagesettings');
  const search = page.getByRole('searchbox', { name: 'Search languages' });
  for (const [typed, found] of [
    ['german', 'Deutsch'],
    ['portugues', 'Português'],
    ['עבר', 'עברית'],
    ['ZH', '繁體中文'],
  ] as const) {
    await search.fill(typed);
    await expect(page.getByRole('radio')).toHaveCount(1);
    await expect(page.getByRole('radio', { name: found })).toBeVisible();
  }
  await search.fill('klingon');
  await expect(page.getByText('No language by that name')).toBeVisible();
  await search.fill('');
  await expect(page.getByRole('radio')).toHaveCount(LANGUAGES.length);
});

test("the language is the user's choice first, then the browser's, and English when the browser's is not supported", {
  tag: '@desk',
}, async ({ openBrowser }) => {
  for (const [locale, language] of [
    ['pt-BR', 'pt'],
    ['ar-EG', 'ar'],
    ['nl-NL', 'en'],
    ['nl-NL,es-ES', 'es'],
  ] as const) {
    const [first] = locale.split(',');
    const page = await firstTab(await openBrowser({ locale: first ?? locale }));
    await page.addInitScript((preferred) => {
      Object.defineProperty(navigator, 'languages', { get: () => preferred });
    }, locale.split(','));
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf(language).login.headline);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('de').login.headline);
  }
});

test('dates and times follow the region, the time zone and the 12 or 24 hours while the app is open', {
  tag: '@desk',
}, async ({ openBrowser }) => {
  const page = await firstTab(await openBrowser({ locale: 'en-GB' }));
  await enterAsGuest(page, '/editprofile');
  const xOf = async (name: string) => (await page.getByLabel(name, { exact: true }).boundingBox())?.x ?? 0;
  await expect(page.getByLabel('Day', { exact: true })).toBeVisible();
  expect(await xOf('Day')).toBeLessThan(await xOf('Month'));

  await page.goto('/message/u_9003');
  await page.getByRole('button', { name: 'Start a chat' }).click();
  await say(page, 'What time is it?');
  const sent = bubble(page, 'What time is it?');
  await expect(sent.getByRole('img', { name: 'Sent' })).toBeVisible();
  const date = v.parse(v.array(v.object({ date: v.number() })), await readTable(page, 'chat', 'messages')).at(-1)?.date;
  const timeIn = (locale: string, timeZone?: string) =>
    new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', ...(timeZone && { timeZone }) }).format(date);
  await expect(sent).toContainText(timeIn('en-GB'));
  const protocol = await page.context().newCDPSession(page);
  /** The user returns to the tab. */
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('focus')));
  // A zone with half an hour, so that the minutes differ too.
  await protocol.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' });
  await comeBack();
  await expect(sent).toContainText(timeIn('en-GB', 'Asia/Kolkata'));
  await protocol.send('Emulation.setUserAgentOverride', {
    userAgent: await page.evaluate(() => navigator.userAgent),
    acceptLanguage: 'en-US',
  });
  await comeBack();
  await expect(sent).toContainText(timeIn('en-US', 'Asia/Kolkata'));
});
