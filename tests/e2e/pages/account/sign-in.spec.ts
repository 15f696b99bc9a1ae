import { expect } from 'playwright/test';
import { startProduct } from '../../../harness/browser/product.ts';
import { codeIn, readMails } from '../../../harness/mails.ts';
import { enterAsGuest, signIn, test } from '../../base.ts';
import { enterByButton, firstTab, openSettings, signOut, startChat } from '../acts.ts';
import { uidOf } from '../peer.ts';

test('a guest enters with one click, and is the same guest after signing out and in again', { tag: '@phone' }, async ({
  page,
}) => {
  await enterByButton(page);
  await openSettings(page);
  const who = page.getByText(/User ID \d+/).first();
  const uid = await who.textContent();
  await signOut(page);
  await enterByButton(page);
  await openSettings(page);
  await expect(who).toHaveText(uid ?? '');
});

test('the sign-in form shows missing and wrong fields, and accepts the right password', { tag: '@desk' }, async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('dialog')).toBeVisible();
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  // A first screen that fades in is never reported as painted.
  await expect.poll(paints).toBe(1);
  await page.getByRole('link', { name: 'Use user ID and password' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter your user ID.')).toBeVisible();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await page.getByLabel('User ID').fill('sam');
  await expect(page.getByText('A user ID has only digits.')).toBeVisible();
  await page.getByLabel('User ID').fill('100001');
  await page.getByLabel('Password', { exact: true }).fill('not it');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('That user ID and password do not match.');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByLabel('Password', { exact: true }).fill('gemcall');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/goddess$/);
});

test('a user who forgot the password gets a new one by the code in an e-mail, on a new device', {
  tag: '@phone',
}, async ({ page, openBrowser, product }) => {
  const address = `sam-${Date.now()}@example.org`;
  const lastCode = async (count: number) => {
    await expect.poll(() => readMails(product.dataDir, address).length).toBe(count);
    return codeIn(readMails(product.dataDir, address).at(-1));
  };
  await enterAsGuest(page, '/security');
  await page.getByLabel('E-mail address').fill(address);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the e-mail').fill(await lastCode(1));
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText(address)).toBeVisible();
  const uid = await uidOf(page);

  const there = await firstTab(await openBrowser());
  await there.goto('/userpassword');
  await there.getByRole('button', { name: 'Forgot your password?' }).click();
  await there.getByLabel('E-mail address').fill(address);
  await there.getByRole('button', { name: 'Send code' }).click();
  await there.getByLabel('Code from the e-mail').fill(await lastCode(2));
  await there.getByLabel('New password').fill('violet otter lamp');
  await there.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(there).toHaveURL(/\/goddess$/);
  expect(await uidOf(there)).toBe(uid);
  await expect(page.getByText('Your session has ended')).toBeVisible();
});

test('a visitor who opens a page is sent to the login and then to that page', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login\?next=%2Fsettings$/);
  await page.getByRole('link', { name: 'Use user ID and password' }).click();
  await page.getByRole('link', { name: 'Other ways to sign in' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('a link to the login never leads out of the app', { tag: '@phone' }, async ({ page, product }) => {
  await enterAsGuest(page);
  const baits = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'https://evil.example/message',
    'javascript:document.title="ran"',
    '/message/../../..//evil.example',
    '/login?next=//evil.example',
    '/api/login_service/logout',
  ];
  for (const bait of baits) {
    await page.goto(`/login?next=${encodeURIComponent(bait)}`);
    await expect(page.getByRole('navigation', { name: 'Main' }), bait).toBeVisible();
    await expect(page, bait).toHaveURL(`${product.url}/goddess`);
  }
  await page.goto(`/login?next=${encodeURIComponent('/message/localOfficial')}`);
  await expect(page).toHaveURL(`${product.url}/message/localOfficial`);
});

test('Back never returns a signed-in user to the login, and Back and Escape close dialogs and conversations', {
  tag: '@desk',
}, async ({ page }) => {
  await page.goto('/login?next=%2Fmessage');
  await page.getByRole('link', { name: 'Use user ID and password' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page).toHaveURL(/\/message$/);

  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page.getByRole('dialog', { name: 'New chat' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'New chat' }).click();
  await page.getByRole('searchbox').press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await startChat(page, 9005);
  await page.getByRole('textbox').press('Escape');
  await expect(page).toHaveURL(/\/message$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/message\/u_9005$/);
  await openSettingsFromAnywhere(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/(message|personalhome)$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/goddess$/);
});

const openSettingsFromAnywhere = async (page: Parameters<typeof openSettings>[0]) => {
  await page.goto('/message');
  await openSettings(page);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
};

test('the Google button is missing when the server has no client id', { tag: '@desk' }, async ({ page, product }) => {
  await page.goto('/userpassword');
  // The text comes from the server's settings, so they have arrived.
  await expect(page.getByText('Demo account: 100001, password gemcall')).toBeVisible();
  await page.getByRole('link', { name: 'Other ways to sign in' }).click();
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
  expect(product.url).toContain('localhost');
});

test.describe('on a server with rate limits', () => {
  test.use({ allowedProblems: [/429 \(Too Many Requests\)/] });

  test('a user reads that they must wait after too many sign-in attempts, and Google is offered', {
    tag: '@desk',
  }, async ({ openBrowser }) => {
    const strict = await startProduct({ rateLimits: true, env: { GOOGLE_CLIENT_ID: 'client.example' } });
    try {
      const page = await firstTab(await openBrowser({ baseURL: strict.url }));
      await page.goto('/login');
      await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
      await page.getByRole('link', { name: 'Use user ID and password' }).click();
      await page.getByLabel('User ID').fill('100001');
      const submit = page.getByRole('button', { name: 'Sign in', exact: true });
      for (const turn of [1, 2, 3, 4, 5]) {
        await page.getByLabel('Password', { exact: true }).fill(`guess ${turn}`);
        await submit.click();
        await expect(page.getByRole('alert')).toHaveText('That user ID and password do not match.');
        await expect(submit).toBeEnabled();
      }
      await page.getByLabel('Password', { exact: true }).fill('gemcall');
      await submit.click();
      await expect(page.getByRole('alert')).toHaveText('Too many attempts. Wait a moment, then try again.');
      // The page reports an unreachable server as an error, which the test watches for.
      await page.close();
    } finally {
      await strict.stop();
    }
  });
});

test('an account has its conversations on a second device', { tag: '@phone' }, async ({ page, openBrowser }) => {
  await signIn(page, 9006);
  await startChat(page, 9007);
  await page.getByRole('textbox', { name: 'Message to Beatriz (demo)' }).fill('From my phone');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Sent' })).toBeVisible();
  const desk = await firstTab(await openBrowser());
  await signIn(desk, 9006);
  await desk.getByRole('link', { name: /Beatriz|From my phone/ }).click();
  await expect(desk.getByRole('log').getByText('From my phone')).toBeVisible();
});
