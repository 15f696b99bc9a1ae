import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { changeSiteSetting } from '../../../server/domains/account/site/settings.ts';
import { grant } from '../../../server/domains/wallet/ledger.ts';
import { openDatabase } from '../../../server/platform/database/connect.ts';
import { operate } from '../../harness/operate.ts';
import { enterAsGuest, test } from '../base.ts';
import { firstTab } from '../pages/acts.ts';
import { nameOf } from '../pages/database.ts';
import { watchConnections } from './connections.ts';
import { expectMoving, panel, WITH_CAMERA } from './two-people.ts';

/** The number of the user who is signed in on a page that shows the own page. */
async function ownUid(page: Page): Promise<number> {
  const name = await page.getByRole('button', { name: /^Copy user ID \d+$/ }).getAttribute('aria-label');
  return Number(name?.match(/\d+/)?.[0]);
}

test('a new person becomes a host, sets a price, is called by another new person, sees the earnings and is paid', {
  tag: '@phone',
  lock: 'video',
}, async ({ product, openBrowser }) => {
  const { db, pool, close } = openDatabase(product.databaseUrl, () => undefined);
  const [hers, theirs] = [await openBrowser(WITH_CAMERA), await openBrowser(WITH_CAMERA)];
  await Promise.all([watchConnections(hers), watchConnections(theirs)]);
  const [host, viewer] = [await firstTab(hers), await firstTab(theirs)];
  await Promise.all([enterAsGuest(host, '/personalhome'), enterAsGuest(viewer, '/personalhome')]);
  const [hostUid, viewerUid] = [await ownUid(host), await ownUid(viewer)];

  // The picture and the texts of the profile; their form has tests of its own.
  await pool.query(
    `update profile set avatar_url = (select avatar_url from profile where uid = 9035), about = 'Maps, mountains and coffee.',
       country = 'DE', lang = 'de' where uid = $1`,
    [hostUid],
  );
  await host.getByRole('link', { name: 'Become a host' }).click();
  await host.getByText('I accept these rules').click();
  await host.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(host.getByRole('heading', { name: 'We are reading your application' })).toBeVisible();
  await operate(db, ['host', 'accept', `${hostUid}`]);
  // The role arrives without a reload.
  await expect(host.getByRole('heading', { name: 'Your studio' })).toBeVisible();
  await host.getByRole('button', { name: 'Raise the price' }).click();
  await host.getByRole('button', { name: 'Save price' }).click();
  await expect(host.getByText('New calls cost 30 gems a minute')).toBeVisible();

  await grant(db, `journey:${viewerUid}`, viewerUid, 'gems', 100, { type: 'adjust', id: 'journey' });
  await pool.query(`insert into allowance_use (kind, owner, slot, sid) values ('first', $1, 1, 'earlier')`, [
    `uid:${viewerUid}`,
  ]);
  // This call of seconds is paid; calls that end in their fair start have tests of their own.
  await changeSiteSetting(db, 'fairStartSeconds', 0);
  await viewer.goto(`/anchorprofile?uid=${hostUid}`);
  await viewer.getByRole('link', { name: 'Video call' }).click();
  const [hostName, viewerName] = [await nameOf(product, hostUid), await nameOf(product, viewerUid)];
  await panel(host, viewerName).getByRole('button', { name: 'Accept' }).click();
  await Promise.all([expectMoving(viewer, hostName), expectMoving(host, viewerName)]);
  await viewer.getByRole('button', { name: 'Hang up' }).dispatchEvent('click');
  await expect(host.getByRole('heading', { name: 'Call ended', exact: true })).toBeVisible();
  await changeSiteSetting(db, 'fairStartSeconds', undefined);

  await host.goto('/host');
  const earnings = host.getByRole('region', { name: 'Earnings', exact: true });
  await expect(earnings.getByRole('row').filter({ hasText: 'Calls: 18' })).toContainText('18');
  await host.getByLabel('Account holder').fill('Ann Host');
  await host.getByLabel('IBAN or account number').fill('DE89 3704 0044 0532 0130 00');
  await host.getByRole('button', { name: 'Save account' }).click();
  await expect(host.getByText('Ends in 3000')).toBeVisible();
  await host.getByRole('button', { name: 'Request a payout' }).click();
  const asked = host.getByRole('alertdialog', { name: 'Pay out 18 gems?' });
  await expect(asked).toContainText('$0.09 goes to the account that ends in 3000.');
  await asked.getByRole('button', { name: 'Request' }).click();
  await expect(host.getByText('Your payout is requested')).toBeVisible();
  const { rows } = await pool.query('select id from payout where uid = $1', [hostUid]);
  await operate(db, ['payout', 'approve', rows[0].id]);
  await operate(db, ['payout', 'sent', rows[0].id, 'SEPA 1']);
  // The state arrives without a reload.
  await expect(host.getByText('Sent', { exact: true })).toBeVisible();
  await host.getByRole('button', { name: /^Statement of / }).click();
  const statement = host.getByRole('dialog', { name: /^Statement of / });
  for (const words of ['Ann Host', 'SEPA 1', 'Calls18', 'This payout-18']) await expect(statement).toContainText(words);
  const print = statement.getByRole('button', { name: 'Print' });
  await expect(print).toBeVisible();
  // On paper the statement is alone.
  await host.emulateMedia({ media: 'print' });
  await expect(statement.getByText('SEPA 1')).toBeVisible();
  for (const hidden of [print, host.getByText('Weekly hours').first()]) await expect(hidden).toBeHidden();
  await close();
});
