import { expect } from 'playwright/test';
import { PLACE_NAME_MAX_CHARS } from '../../../../contract/chat/kind-rules.ts';
import { enterAsGuest, test } from '../../base.ts';
import { bubbles, startChat } from '../acts.ts';

test.use({ permissions: ['geolocation'], geolocation: { latitude: 52.520_008, longitude: 13.404_954, accuracy: 12 } });

test('a user sends their location with a name, which is never cut, and its map is drawn without a map server', {
  tag: '@phone',
}, async ({ page }) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  await page.getByRole('button', { name: 'More to send' }).click();
  await page.getByRole('button', { name: 'Location', exact: true }).click();
  const tool = page.getByRole('region', { name: 'Send my location' });
  await expect(tool.getByText('within about 1 km')).toBeVisible();
  await tool.getByRole('button', { name: 'Find my location' }).click();
  const name = tool.getByLabel('Name of the place');
  const tooLong = `the lake ${'w'.repeat(PLACE_NAME_MAX_CHARS)}`;
  await name.fill('');
  await name.focus();
  await page.keyboard.insertText(tooLong);
  await expect(name).toHaveValue(tooLong);
  await expect(tool.getByText('9 characters too long').first()).toBeVisible();
  await expect(tool.getByRole('button', { name: 'Send my location' })).toBeDisabled();
  await name.fill('the lake');
  await tool.getByRole('button', { name: 'Send my location' }).click();
  await expect(bubbles(page).getByRole('img', { name: 'Map: the lake' })).toBeVisible();
});
