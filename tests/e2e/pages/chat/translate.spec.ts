import { expect } from 'playwright/test';
import { signIn, test } from '../../base.ts';
import { bubble, composer, firstTab, log, say, sendButton, startChat, thread } from '../acts.ts';

// `execCommand('insertText')`, which inserts the translation, does nothing in the headless shell.
test.use({ hasWindows: true });

const GERMAN = 'Spannend! So habe ich das noch nie gesehen.';
const ENGLISH = 'Interesting! I had not thought of it that way.';

test("two users without a common language read each other's messages in translation", {
  tag: '@desk',
}, async ({ page, openBrowser }) => {
  const host = await firstTab(await openBrowser());
  await Promise.all([signIn(page, 100001), signIn(host, 9007)]);
  await startChat(page, 9007);
  await say(page, 'Hello, how are you?');
  await host.goto('/message');
  await thread(host, 'Sam (demo)').click();
  await say(host, GERMAN);
  await expect(bubble(page, GERMAN)).toContainText(ENGLISH);
  await expect(page.getByText(/^Messages are translated on your device/)).toBeVisible();
  await page.getByRole('button', { name: 'Got it', exact: true }).click();

  await composer(page).fill('Same here, honestly.');
  await page.getByRole('button', { name: 'In German', exact: true }).click();
  await expect(composer(page)).toHaveValue('Geht mir ehrlich gesagt genauso.');
  // The undo of the browser takes the translation back.
  await composer(page).press('ControlOrMeta+z');
  await expect(composer(page)).toHaveValue('Same here, honestly.');
  await page.getByRole('button', { name: 'In German', exact: true }).click();
  await expect(composer(page)).toHaveValue('Geht mir ehrlich gesagt genauso.');
  await page.getByRole('button', { name: 'Back to your words' }).click();
  await expect(composer(page)).toHaveValue('Same here, honestly.');
  await page.getByRole('button', { name: 'In German', exact: true }).click();
  await expect(composer(page)).toHaveValue('Geht mir ehrlich gesagt genauso.');
  await sendButton(page).click();
  await expect(bubble(page, 'Same here, honestly.')).toContainText('Geht mir ehrlich gesagt genauso.');
  await expect(log(host).getByText('Geht mir ehrlich gesagt genauso.')).toBeVisible();

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Translation', exact: true }).click();
  await page.getByRole('dialog', { name: 'Translation' }).getByRole('radio', { name: 'Nothing' }).check();
  await page.keyboard.press('Escape');
  await expect(bubble(page, GERMAN)).not.toContainText(ENGLISH);
});
