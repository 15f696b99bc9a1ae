import { expect } from 'playwright/test';
import { readTable } from '../../../harness/browser/rows.ts';
import { enterAsGuest, test } from '../../base.ts';
import { signOut } from '../acts.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';

test('a passkey is offered to a buyer, added, and signs in by the button and by the autofill', {
  tag: '@phone',
}, async ({ page, context, product }) => {
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await query(product, 'update account set paid = true where uid = $1', [uid]);
  await page.evaluate(() => localStorage.setItem('passkey-offer', ''));
  // This page fetches the account.
  await page.goto('/editprofile');
  await expect
    .poll(async () => (await readTable(page, 'app', 'state')).filter((row) => Object(row).key === 'account'))
    .toMatchObject([{ paid: true }]);
  await page.goto('/personalhome');
  const offer = page.getByRole('complementary', { name: 'Sign in faster, keep your gems safe' });
  await offer.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page).toHaveURL(/\/security$/);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Not used yet')).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('link', { name: 'Messages' }).first()).toBeVisible();
  expect(await uidOf(page)).toBe(uid);
  await page.goto('/security');
  await expect(page.getByText(/Last used: /).first()).toBeVisible();
  await expect(page.getByText('Not used yet')).toBeHidden();

  // The virtual device chooses the passkey in the autofill at once.
  await signOut(page);
  await page.goto('/userpassword');
  await expect(page.getByRole('link', { name: 'Messages' }).first()).toBeVisible();
  expect(await uidOf(page)).toBe(uid);
});
