import { expect, type Page } from 'playwright/test';
import sharp from 'sharp';
import { enterAsGuest, test } from '../base.ts';
import { bubbles, startChat } from './acts.ts';

const pictureOf = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
const fileOf = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await pictureOf(name) });

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Send' });
const choose = async (page: Page, ...names: string[]) => {
  await page.getByRole('button', { name: 'More to send' }).click();
  await page.getByRole('button', { name: 'Photos', exact: true }).click();
  await page.getByLabel('Photos and videos').setInputFiles(await Promise.all(names.map(fileOf)));
};

test('pictures are chosen, one is left out, and the rest is an album that opens', { tag: '@desk' }, async ({
  page,
}) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  await choose(page, 'teal', 'plum', 'gold');
  const tiles = sheet(page).getByRole('listitem');
  await expect(tiles).toHaveCount(3);
  await tiles.nth(1).getByRole('button', { name: 'Remove' }).click();
  await expect(tiles).toHaveCount(2);
  await tiles.first().getByRole('button', { name: 'Turn' }).click();
  await sheet(page).getByLabel('Caption').fill('from the lake');
  await sheet(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(sheet(page)).toHaveCount(0);

  const sent = bubbles(page).filter({ hasText: 'from the lake' });
  const [first, second] = [1, 2].map((number) => sent.getByRole('img', { name: `Photo ${number} of 2` }));
  // Drawn from where they are now, with the cookie of this device.
  await expect(first ?? sent).toHaveAttribute('src', /\/media\/p\/[0-9a-f]{32}\/img480$/);
  await expect(second ?? sent).toBeVisible();
  await sent.getByRole('button', { name: 'Photo 1 of 2' }).click();
  await expect(page.getByRole('dialog', { name: /Photo 1 of 2/ })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('what is no picture is said, and nothing of it is sent', { tag: '@phone' }, async ({ page }) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  await page.getByRole('button', { name: 'More to send' }).click();
  await page.getByRole('button', { name: 'Photos', exact: true }).click();
  await page
    .getByLabel('Photos and videos')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg>no picture</svg>') });
  await expect(sheet(page).getByRole('alert')).toBeVisible();
  await expect(sheet(page).getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
});
