import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import type { UploadRow } from '../../../../worker/db/schema.ts';
import { readTable } from '../../../harness/browser/rows.ts';
import { enterAsGuest, signIn, test } from '../../base.ts';
import { bubbles, firstTab, startTalk, thread } from '../acts.ts';
import { nameOf, query } from '../database.ts';
import { uidOf } from '../peer.ts';

const HOST = 9011;

/** Sends one picture; `keys` move its price slider. */
async function sell(host: Page, ...keys: readonly string[]): Promise<void> {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await host.getByRole('button', { name: 'More to send' }).click();
  await host.getByRole('button', { name: 'Photos', exact: true }).click();
  await host.getByLabel('Photos and videos').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  const sheet = host.getByRole('dialog', { name: 'Send' });
  const price = sheet.getByRole('slider', { name: 'Price' });
  for (const key of keys) await price.press(key);
  await sheet.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(sheet).toHaveCount(0);
}

const inLog = (page: Page, name: string) => bubbles(page).getByRole('button', { name, exact: true });
const asked = (page: Page) => page.getByRole('dialog', { name: 'Open this message?' });

test('a paid picture is charged once and opens on each device of the user, who also reads how many gems are missing for another', {
  tag: '@desk',
}, async ({ page, openBrowser, product }) => {
  const host = await firstTab(await openBrowser());
  await Promise.all([enterAsGuest(page), signIn(host, HOST)]);
  const uid = await uidOf(page);
  const gems = async () => {
    const rows = await query(product, `select amount::int from wallet where uid = $1 and currency = 'gems'`, [uid]);
    return Number(rows[0]?.['amount']);
  };
  const before = await gems();
  await startTalk(host, uid);
  await sell(host, 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await expect(inLog(host, 'Locked, 30')).toBeVisible();

  const hostName = await nameOf(product, HOST);
  await thread(page, hostName).click();
  await inLog(page, 'Open for 30').click();
  await asked(page).getByRole('button', { name: 'Open for 30' }).click();
  await expect(asked(page)).toHaveCount(0);
  await expect(inLog(page, 'Paid: 30')).toBeVisible();
  await expect(bubbles(page).getByRole('img', { name: 'Photo 1 of 1' })).toHaveJSProperty('naturalWidth', 480);
  await expect(inLog(host, 'Opened, +18')).toBeVisible();

  // Signs in on a second device, which needs a password.
  await query(
    product,
    'update account set password_hash = (select password_hash from account where uid = 100001) where uid = $1',
    [uid],
  );
  const second = await firstTab(await openBrowser());
  await signIn(second, uid);
  await thread(second, hostName).click();
  await expect(inLog(second, 'Paid: 30')).toBeVisible();
  await expect(bubbles(second).getByRole('img', { name: 'Photo 1 of 1' })).toHaveJSProperty('naturalWidth', 480);
  expect(await gems()).toBe(before - 30);

  await sell(host, 'End');
  await inLog(second, 'Open for 1,000').click();
  await expect(asked(second).getByRole('button', { name: 'Open for 1,000' })).toBeHidden();
  await asked(second)
    .getByRole('button', { name: `Get ${1_000 - (before - 30)} more gems` })
    .click();
  await expect(second.getByRole('dialog', { name: 'Get gems' })).toContainText(
    `You need ${1_000 - (before - 30)} more gems.`,
  );
});

/** For each picture that was uploaded: the bytes sent, and its size as the server read it. */
async function sentFiles(page: Page) {
  const rows = (await readTable(page, 'app', 'uploads')) as UploadRow[];
  return rows.map(({ totalBytes, facts }) => ({ totalBytes, size: facts && [facts.width, facts.height] }));
}

test('a photo that a host adds to their exclusive page is resized, shown upright, and can be rotated', {
  tag: '@phone',
}, async ({ page, product }) => {
  await signIn(page, HOST);
  await page.goto(`/anchorprofile?uid=${HOST}`);
  await page.getByRole('button', { name: 'My exclusive page' }).click();
  const sheet = page.getByRole('dialog', { name: 'My exclusive page' });
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const buffer = await sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: 'teal', noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer();
  await sheet.getByLabel('Add photos').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await expect(sheet.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  const [sent] = await sentFiles(page);
  expect(sent?.size).toEqual([1_080, 2_160]);
  expect(sent?.totalBytes).toBeLessThan(buffer.byteLength / 2);

  await sheet.getByRole('button', { name: 'Turn: Photo 1' }).click();
  await expect.poll(async () => (await sentFiles(page)).map(({ size }) => size)).toEqual([[2_160, 1_080]]);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toHaveCount(0);
  const offered = await query(
    product,
    'select width, height from exclusive_item join media on media.id = media_id where exclusive_item.owner_uid = $1',
    [HOST],
  );
  expect(offered).toEqual([{ width: 2_160, height: 1_080 }]);
});
