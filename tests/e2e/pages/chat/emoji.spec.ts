import { expect, type Page } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import { bubbles, composer, startChat } from '../acts.ts';

const picker = (page: Page) => page.getByRole('region', { name: 'Emoji' });
const search = (page: Page) => picker(page).getByRole('searchbox', { name: 'Search emoji' });
const emoji = (page: Page, name: string) => picker(page).getByRole('button', { name, exact: true });
const openPicker = (page: Page) => page.getByRole('button', { name: 'Emoji', exact: true }).click();

test('emoji are found by word and by group, and go in where the caret is', { tag: '@desk' }, async ({ page }) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  await composer(page).fill('to the !');
  await composer(page).press('ArrowLeft');
  await openPicker(page);
  await expect(search(page)).toBeFocused();

  // By word: the best by Enter, another by the arrows.
  await search(page).fill('rocket');
  await expect(emoji(page, 'rocket')).toBeVisible();
  await search(page).press('Enter');
  await expect(composer(page)).toHaveValue('to the 🚀!');
  await search(page).fill('moon');
  await expect(emoji(page, 'crescent moon')).toBeVisible();
  await search(page).press('ArrowDown');
  const [first, second] = [picker(page).locator('[data-cell="0"]'), picker(page).locator('[data-cell="1"]')];
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(second).toBeFocused();
  const chosen = (await second.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue(`to the 🚀${chosen}!`);
  await search(page).fill('qqqq');
  await expect(picker(page).getByText('No emoji by that name')).toBeVisible();

  // By group, in a colour of skin that stays chosen.
  await picker(page).getByRole('button', { name: 'Skin tone' }).click();
  await picker(page).getByRole('radio', { name: 'Medium', exact: true }).click();
  await picker(page).getByRole('button', { name: 'People and gestures' }).click();
  await emoji(page, 'waving hand').click();
  await expect(composer(page)).toHaveValue(`to the 🚀${chosen}👋🏽!`);

  await page.keyboard.press('Escape');
  await expect(picker(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('...');
  await expect(composer(page)).toHaveValue(`to the 🚀${chosen}👋🏽...!`);
  await page.keyboard.press('Enter');
  await expect(bubbles(page).getByText(`to the 🚀${chosen}👋🏽...!`)).toBeVisible();

  // Those used last stand first from then on.
  await openPicker(page);
  await expect(picker(page).getByText('Recently used')).toBeVisible();
  await expect(first).toHaveText('👋🏽');
  await first.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(bubbles(page).getByText('👋🏽', { exact: true })).toHaveAttribute('data-large', 'true');
});
