import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { recordDialogs } from '../../../harness/browser/open-dialogs.ts';
import { readTable } from '../../../harness/browser/rows.ts';
import { enterAsGuest, test } from '../../base.ts';
import { bubble, firstTab, say, startChat } from '../acts.ts';
import { query, withoutBirthDates } from '../database.ts';
import { uidOf } from '../peer.ts';

const HOST = 9_023;
const PASSWORD = 'violet otter lamp';

/** Waits until the page is idle, when deferred work has started. */
const untilQuiet = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 4_000 })));

/** Waits until the core has stored the session. */
const expectSignedIn = (page: Page, uid: number) =>
  expect
    .poll(async () => (await readTable(page, 'app', 'state')).filter((row) => Object(row).key === 'session'))
    .toMatchObject([{ uid }]);

test('a new guest sees only the panel of a new account, and no other dialog', async ({ openBrowser, product }) => {
  const page = await firstTab(await openBrowser({ asksForInfo: true, offersPack: true }));
  const dialogs = await recordDialogs(page);
  await withoutBirthDates(product, () => enterAsGuest(page, '/goddess'));
  const panel = page.getByRole('dialog', { name: 'Nice to have you here' });
  await expect(panel).toBeVisible();
  await untilQuiet(page);
  // Requests of the first idle period are answered before those that follow.
  await page.evaluate(() => fetch('/readyz'));
  await untilQuiet(page);
  expect(await dialogs()).toEqual([['Nice to have you here']]);
});

test('a user gives their birth date once, sets a password, moves to another device, exports, deletes and restores the account', {
  tag: '@phone',
}, async ({ page, context, openBrowser, product }) => {
  // Without SharedWorker the core runs in a worker of the tab, so Playwright sees its responses, including the code in the QR code.
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await query(product, 'update account set birth_date = null where uid = $1', [uid]);
  await page.reload();
  await expect
    .poll(async () => (await readTable(page, 'app', 'state')).filter((row) => Object(row).key === 'account'))
    .toMatchObject([{ adult: false }]);

  // The first message waits for the birth date and is then sent without another action.
  await startChat(page, HOST);
  await page.getByRole('textbox', { name: /^Message to / }).fill('Hello there');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'When were you born?' });
  await question.getByLabel('Day').selectOption('5');
  await question.getByLabel('Month').selectOption('3');
  await question.getByLabel('Year').selectOption('1990');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(bubble(page, 'Hello there').getByRole('img', { name: /^(Sent|Delivered|Seen)$/ })).toBeVisible();
  await say(page, 'And nothing is asked again');
  await expect(question).toBeHidden();
  await expect
    .poll(async () => (await readTable(page, 'app', 'state')).filter((row) => Object(row).key === 'profile'))
    .toMatchObject([{ bDay: '1990-03-05' }]);

  await page.goto('/security');
  await page.getByLabel('New password').fill('password');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Too easy to guess. Choose another one.')).toBeVisible();
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible();

  const begun = page.waitForResponse(/move_begin$/);
  await page.getByRole('button', { name: 'Show code' }).click();
  const { code } = (await (await begun).json()).data;
  const there = await firstTab(await openBrowser());
  await there.goto(`${product.url}/login#move=${code}`);
  await there.getByRole('button', { name: 'Continue' }).click();
  await expect(there.getByText('Choose this number on your first device.')).toBeVisible();
  const digits = (await there.getByText(/^\d\d$/).textContent()) ?? '';
  await page.getByRole('button', { name: digits, exact: true }).click();
  await expect(page.getByText('Your other device is signed in.')).toBeVisible();
  await expectSignedIn(there, uid);

  // Each signed-in device without a password is listed and can be signed out by itself.
  const remove = page.getByRole('button', { name: /^Remove: / });
  await remove.click();
  await expect(remove).toBeHidden();
  await expect(page.getByRole('button', { name: /^Sign out: / })).toBeVisible();

  // The list is polled while it is shown.
  const end = page.getByRole('button', { name: /^Sign out: / });
  await end.click();
  await expect(end).toBeHidden();

  await page.getByRole('button', { name: 'Create the file' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save file' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^my-data-\d+\.zip$/);
  await expect(page.getByText('Messages: 3', { exact: false })).toBeVisible();

  await page.goto('/delete-account');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByRole('button', { name: 'Restore my account' }).click();
  await expectSignedIn(page, uid);
});
