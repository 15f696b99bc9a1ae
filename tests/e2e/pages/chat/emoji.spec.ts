import { expect, type Locator, type Page } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import { bubbles, composer, pressForInputMethod, startChat } from '../acts.ts';

// `execCommand('insertText')`, which keeps what can be undone, does nothing in the headless shell.
test.use({ hasWindows: true });

const picker = (page: Page) => page.getByRole('region', { name: 'Emoji' });
const search = (page: Page) => picker(page).getByRole('searchbox', { name: 'Search emoji' });
const emoji = (page: Page, name: string) => picker(page).getByRole('button', { name, exact: true });
const isAbove = async (upper: Locator, lower: Locator) => {
  const [one, other] = [await upper.boundingBox(), await lower.boundingBox()];
  return one !== null && other !== null && one.y + one.height < other.y;
};
const openPicker = (page: Page) => page.getByRole('button', { name: 'Emoji', exact: true }).click();

test('emoji are found by name and by group, and are inserted at the caret', { tag: '@desk' }, async ({ page }) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  await composer(page).fill('to the !');
  await composer(page).press('ArrowLeft');
  await openPicker(page);
  await expect(search(page)).toBeFocused();

  // By name: Enter inserts the best match, the arrow keys reach the others.
  await search(page).fill('rocket');
  await expect(emoji(page, 'rocket')).toBeVisible();
  // Keys of an input method neither pick the best match nor close the picker.
  await pressForInputMethod(search(page), 'Enter');
  await pressForInputMethod(search(page), 'Escape');
  await expect(search(page)).toHaveValue('rocket');
  await expect(composer(page)).toHaveValue('to the !');
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

  // By group, with a skin tone that stays selected.
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

  // From now on the recently used emoji come first.
  await openPicker(page);
  await expect(picker(page).getByText('Recently used')).toBeVisible();
  await expect(first).toHaveText('👋🏽');
  await first.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(bubbles(page).getByText('👋🏽', { exact: true })).toHaveAttribute('data-large', 'true');
});

test.describe('when the server has replaced the build of the page', () => {
  const PARTS = ['picker', 'question-tool', 'call-record', 'personal-home'];
  test.use({
    allowedProblems: [
      new RegExp(`404 .*(${PARTS.join('|')})-[\\w-]+\\.js|Failed to fetch dynamically imported module`),
    ],
  });

  test('a missing part says that a newer version is available, and the typed text survives the reload', {
    tag: '@desk',
  }, async ({ page }) => {
    await enterAsGuest(page);
    // Matches the part and the question whether it is gone, as of a server with the next build only.
    const gone = new RegExp(`/assets/(${PARTS.join('|')})-[\\w-]+\\.js`);
    const removeParts = () => page.route(gone, (route) => route.fulfill({ status: 404 }));
    await removeParts();
    await startChat(page, 9003);
    await composer(page).fill('half a sentence');
    await openPicker(page);
    const toast = page
      .getByRole('region', { name: 'Notifications' })
      .getByText('A newer version is available. Reload this page.');
    await expect(toast).toBeVisible();
    await expect.poll(() => isAbove(toast, composer(page))).toBe(true);
    await expect(page.getByText('You are offline')).toHaveCount(0);
    const notice = page.getByRole('status', { name: 'A new version is ready' });
    await expect(notice).toContainText('A newer version is available');
    const reload = async () => {
      await page.unroute(gone);
      await notice.getByRole('button', { name: 'Reload' }).click();
      await expect(notice).toBeEmpty();
      await expect(composer(page)).toHaveValue('half a sentence');
    };
    await reload();
    await openPicker(page);
    await expect(search(page)).toBeFocused();
    await page.keyboard.press('Escape');

    await removeParts();
    await page.getByRole('button', { name: 'More to send' }).click();
    await page.getByRole('button', { name: 'Question', exact: true }).click();
    await expect(toast).toBeVisible();
    await reload();

    // A page whose script is gone is replaced by the sentence and a button.
    for (const name of [/Calls$/, 'You']) {
      await removeParts();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { name: 'A newer version is available' })).toBeVisible();
      await expect(page.getByText(/You are offline|Something broke/)).toHaveCount(0);
      await page.unroute(gone);
      await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
      await expect(page.getByRole('heading', { name: 'A newer version is available' })).toHaveCount(0);
      await page.goto('/message/u_9003');
      await expect(composer(page)).toHaveValue('half a sentence');
    }
  });
});
