import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from 'playwright/test';
import sharp from 'sharp';
import { enterAsGuest, test } from '../../base.ts';
import { bubbles, startChat } from '../acts.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';

const pictureOf = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
/** A picture without an opaque pixel. */
const glass = () =>
  sharp({ create: { width: 64, height: 48, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .png()
    .toBuffer();
const fileOf = async (name: string) =>
  name === 'glass'
    ? { name, mimeType: 'image/png', buffer: await glass() }
    : { name, mimeType: 'image/jpeg', buffer: await pictureOf(name) };
/** The middle pixel of a drawn picture: red, green, blue, alpha. */
const middlePixel = (picture: Locator) =>
  picture.evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) return [];
    await image.decode();
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(image, 0, 0, 1, 1);
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
  });

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Send' });
const choose = async (page: Page, ...names: string[]) => {
  await page.getByRole('button', { name: 'More to send' }).click();
  await page.getByRole('button', { name: 'Photos', exact: true }).click();
  await page.getByLabel('Photos and videos').setInputFiles(await Promise.all(names.map(fileOf)));
};

test('a user sends an album of the chosen pictures without the removed one, and opens it', { tag: '@desk' }, async ({
  page,
}) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  await choose(page, 'teal', 'plum', 'glass');
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
  // The picture is drawn from the media host, with the media cookie of this device.
  await expect(first ?? sent).toHaveAttribute('src', /\/media\/p\/[0-9a-f]{32}\/img480$/);
  await expect(second ?? sent).toHaveAttribute('src', /\/media\/p\/[0-9a-f]{32}\/img480$/);
  // A transparent picture has a grey ground, on which black and white letters are visible.
  const [red = 0, , , alpha] = await middlePixel(second ?? sent);
  expect([Math.round(red / 10), alpha]).toEqual([14, 255]);
  await sent.getByRole('button', { name: 'Photo 1 of 2' }).click();
  await expect(page.getByRole('dialog', { name: /Photo 1 of 2/ })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a clip that is trimmed in the browser is accepted by the server with its shorter length', {
  tag: '@desk',
}, async ({ page, product }) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  await startChat(page, 9003);
  await page.getByRole('button', { name: 'More to send' }).click();
  await page.getByRole('button', { name: 'Photos', exact: true }).click();
  const clip = fileURLToPath(new URL('../../../../demo/media/9009.mp4', import.meta.url));
  await page.getByLabel('Photos and videos').setInputFiles(clip);
  await sheet(page).getByRole('button', { name: 'Trim' }).click();
  const trim = page.getByRole('dialog', { name: 'Trim' });
  const end = trim.getByRole('slider', { name: 'End' });
  const whole = Number(await end.getAttribute('aria-valuenow'));
  await end.focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
  await trim.getByRole('button', { name: 'Use' }).click();
  await expect(trim).toHaveCount(0, { timeout: 60_000 });
  await sheet(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(sheet(page)).toHaveCount(0);
  const stored = () =>
    query(product, "select ms from media where owner_uid = $1 and purpose = 'chat' and kind = 'clip'", [uid]);
  await expect.poll(stored, { timeout: 120_000 }).toHaveLength(1);
  expect(Number((await stored())[0]?.['ms'])).toBeLessThan(whole * 1_000);
});

test('a file that is no picture cannot be sent, and of an animation only the first picture is sent, which the tile says', {
  tag: '@phone',
}, async ({ page }) => {
  await enterAsGuest(page);
  await startChat(page, 9003);
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    await page.getByRole('button', { name: 'More to send' }).click();
    await page.getByRole('button', { name: 'Photos', exact: true }).click();
    await page.getByLabel('Photos and videos').setInputFiles(file);
  };
  await choose({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg>no picture</svg>') });
  await expect(sheet(page).getByRole('alert')).toBeVisible();
  await expect(sheet(page).getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await sheet(page).getByRole('button', { name: 'Close' }).click();

  const frames = { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } } as const;
  const buffer = await sharp(Buffer.alloc(384).fill(200, 192), frames)
    .gif({ delay: [50, 50] })
    .toBuffer();
  await choose({ name: 'a.gif', mimeType: 'image/gif', buffer });
  await expect(sheet(page).getByText('Only the first picture of this animation is sent.')).toBeVisible();
  await expect(sheet(page).getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
});
