import type { Page } from 'playwright';
import { expect } from 'playwright/test';

/** Opens a new or existing conversation from the list of people, as a user does. */
export async function startChat(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: /New chat|Start a chat/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(name);
  await dialog.getByRole('list').getByRole('button').first().click();
  await expect(composerOf(page)).toBeVisible();
}

/** The text field of the open conversation. */
export const composerOf = (page: Page) => page.getByRole('textbox', { name: /^Message to/ });
/** The list of messages of the open conversation. */
export const logOf = (page: Page) => page.getByRole('log');

/** Types a message and sends it: Enter on a keyboard, the button on a touch screen. */
export async function say(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}
