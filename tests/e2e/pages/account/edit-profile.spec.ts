import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, test } from '../../base.ts';
import { firstTab } from '../acts.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';

/** The upload host re-encodes each picture in several sizes. */
const ENCODED_WITHIN_MS = 90_000;

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

/** A JPEG of one colour in landscape format. */
const photo = async (background: string) => ({
  name: 'holiday.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

async function editor(page: Page): Promise<number> {
  await enterAsGuest(page, '/editprofile');
  await expect(page.getByRole('heading', { name: 'Edit profile' })).toBeVisible();
  return uidOf(page);
}

test('an invalid field shows its error, and the profile is saved when all fields are valid', { tag: '@desk' }, async ({
  page,
  product,
}) => {
  const uid = await editor(page);
  const name = page.getByLabel('Name', { exact: true });
  for (const blank of [' ', '\u2800\u3164', '\u{1d159}']) {
    await name.fill('Mira');
    await expect(page.getByText('Enter a name.')).toBeHidden();
    await name.fill(blank);
    await expect(page.getByText('Enter a name.')).toBeVisible();
  }
  await name.fill('Mira');
  await page.getByLabel('Email').fill('mira at home');
  await expect(page.getByText('That does not look like an email address.')).toBeVisible();
  await page.getByLabel('Phone').fill('call me');
  await expect(page.getByText('That does not look like a phone number.')).toBeVisible();
  await page.getByLabel('Day').selectOption('31');
  await page.getByLabel('Month').selectOption('12');
  await page.getByLabel('Year').selectOption(String(new Date().getFullYear() - 17));
  await expect(page.getByText('You must be at least 18 to be here.')).toBeVisible();
  await save(page).click();
  // The first invalid field gets the focus: English dates begin with the month.
  await expect(page.getByLabel('Month')).toBeFocused();

  await page.getByLabel('Email').fill('mira@example.org');
  await page.getByLabel('Phone').fill('+44 20 7946 0000');
  await page.getByLabel('Year').selectOption('1990');
  await page.getByLabel('About', { exact: true }).fill('I collect rivers.');
  await page.getByRole('radio', { name: 'Woman' }).check();
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('portug');
  await page.getByRole('option', { name: 'Portugal' }).click();
  await save(page).click();
  await expect(page.getByText('Your profile is saved')).toBeVisible();
  await expect(save(page)).toHaveCount(0);
  const stored = () =>
    query(product, 'select about, gender, b_day::text, country, email from profile where uid = $1', [uid]);
  await expect
    .poll(stored)
    .toEqual([
      { about: 'I collect rivers.', gender: 'female', b_day: '1990-12-31', country: 'PT', email: 'mira@example.org' },
    ]);
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('mira@example.org');
});

test('a Persian, a Bengali and an emoji family name keep their joiners, and a joiner that only hides in a name is refused', {
  tag: '@desk',
}, async ({ page, openBrowser, product }) => {
  const reader = await firstTab(await openBrowser());
  const uid = await editor(page);
  await enterAsGuest(reader, '/message');
  const name = page.getByLabel('Name', { exact: true });
  const refusal = page.getByText('This text has a hidden character that cannot be used. Please type it again.');
  const stored = () => query(product, 'select nick_name from account where uid = $1', [uid]);
  for (const typed of ['علی\u200cرضا', 'র\u200d্যাব', '👨\u200d👩\u200d👧 Ana']) {
    await name.fill('Ad\u200dmin');
    await save(page).click();
    await expect(refusal).toBeVisible();
    await expect(name).toBeFocused();
    await name.fill(typed);
    await expect(refusal).toBeHidden();
    await save(page).click();
    await expect(save(page)).toHaveCount(0);
    await expect.poll(stored).toEqual([{ nick_name: typed }]);
    await page.reload();
    await expect(name).toHaveValue(typed);
    await reader.goto(`/anchorprofile?uid=${uid}`);
    await expect(reader.getByRole('heading', { name: typed, exact: true })).toBeVisible();
  }
});

test('an address keeps its lines, and a phone number that is pasted with direction marks is saved without them', {
  tag: '@phone',
}, async ({ page, product }) => {
  const uid = await editor(page);
  await page.getByLabel('Address', { exact: true }).fill('Main Street 5\n10115 Berlin');
  await page.getByLabel('Phone').fill('\u202a+44\u00a020\u20117946\u20110000\u202c');
  await save(page).click();
  await expect(page.getByText('Your profile is saved')).toBeVisible();
  await expect
    .poll(() => query(product, 'select address, tel from profile where uid = $1', [uid]))
    .toEqual([{ address: 'Main Street 5\n10115 Berlin', tel: '+44 20-7946-0000' }]);
  await page.reload();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('Main Street 5\n10115 Berlin');
});

test('leaving an unsaved profile asks first, by the Back button, browser history and a link', {
  tag: '@phone',
}, async ({ page }) => {
  await enterAsGuest(page, '/personalhome');
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await page.getByLabel('About', { exact: true }).fill('Half a thought');
  const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(asks).toBeVisible();
  await asks.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('About', { exact: true })).toHaveValue('Half a thought');
  await page.goBack();
  await expect(asks).toBeVisible();
  await expect(page).toHaveURL(/\/editprofile$/);
  await asks.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/personalhome$/);
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page.getByLabel('About', { exact: true })).toHaveValue('');
  await page.getByLabel('About', { exact: true }).fill('Another thought');
  await page.getByRole('link', { name: 'Discover' }).click();
  await asks.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/goddess$/);
  await expect(page.getByLabel('About', { exact: true })).toHaveCount(0);
});

/** The mean colour of a picture: red, green and blue, each 0 to 255. */
const meanOf = async (bytes: Buffer) => (await sharp(bytes).stats()).channels.slice(0, 3).map(({ mean }) => mean);

/** The tolerance covers JPEG and WebP, which change each colour of a plain picture by a few levels. */
function expectColor(mean: readonly number[], [red, green, blue]: readonly [number, number, number]): void {
  for (const [at, value] of [red, green, blue].entries()) expect(Math.abs((mean[at] ?? -1) - value)).toBeLessThan(12);
}

test('a new profile photo that the user crops is shown to other users', { tag: '@desk' }, async ({
  page,
  openBrowser,
  product,
}) => {
  const other = await firstTab(await openBrowser());
  const uid = await editor(page);
  await page.getByLabel('Change profile photo').setInputFiles(await photo('#2a6f97'));
  const crop = page.getByRole('dialog', { name: 'Move and scale' });
  await expect(crop).toBeVisible();
  const canvas = crop.locator('canvas');
  const pixel = () =>
    canvas.evaluate((element: HTMLCanvasElement) => [
      ...(element.getContext('2d')?.getImageData(9, 9, 1, 1).data ?? []),
    ]);
  // The picture is drawn before the user moves it.
  expectColor(await pixel(), [0x2a, 0x6f, 0x97]);
  await crop.getByRole('slider', { name: 'Zoom' }).fill('2');
  await crop.getByRole('application').press('ArrowLeft');
  await crop.getByRole('button', { name: 'Use this part' }).click();
  await expect(crop).toHaveCount(0);
  const stored = () => query(product, "select 1 from profile where uid = $1 and avatar_url like '/media/%'", [uid]);
  await expect.poll(stored, { timeout: ENCODED_WITHIN_MS }).toHaveLength(1);
  await expect(page.locator('img[src^="/media/"]').first()).toBeVisible();

  await enterAsGuest(other, `/anchorprofile?uid=${uid}`);
  const picture = other.locator('article img[src^="/media/"]').first();
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight))
    .toBeCloseTo(1, 1);
  const [row] = await query(product, 'select avatar_url from profile where uid = $1', [uid]);
  const saved = await page.request.get(new URL(String(row?.['avatar_url']), page.url()).href);
  expectColor(await meanOf(await saved.body()), [0x2a, 0x6f, 0x97]);
});

test('a profile photo is saved as shown when the user does not move the crop', { tag: '@desk' }, async ({
  page,
  product,
}) => {
  const uid = await editor(page);
  await page.getByLabel('Change profile photo').setInputFiles(await photo('#2a6f97'));
  await page.getByRole('button', { name: 'Use this part' }).click();
  const stored = () =>
    query(product, "select avatar_url from profile where uid = $1 and avatar_url like '/media/%'", [uid]);
  await expect.poll(stored, { timeout: ENCODED_WITHIN_MS }).toHaveLength(1);
  const [row] = await stored();
  const saved = await page.request.get(new URL(String(row?.['avatar_url']), page.url()).href);
  expectColor(await meanOf(await saved.body()), [0x2a, 0x6f, 0x97]);
});

test('photos are added, reordered and removed', { tag: '@phone' }, async ({ page, product }) => {
  test.setTimeout(300_000);
  const uid = await editor(page);
  for (const [index, colour] of ['#aa3344', '#33aa66'].entries()) {
    await page.getByLabel('Add a photo').setInputFiles(await photo(colour));
    await page.getByRole('button', { name: 'Use this part' }).click();
    const remove = page.getByRole('button', { name: `Remove Photo ${index + 1}` });
    await expect(remove).toBeVisible({ timeout: ENCODED_WITHIN_MS });
  }
  const albums = async () => {
    const [row] = await query(product, 'select albums from profile where uid = $1', [uid]);
    return row?.['albums'] as string[];
  };
  await expect.poll(async () => (await albums()).length).toBe(2);
  const before = await albums();
  await page.getByRole('button', { name: 'Move Photo 2 forward' }).click();
  // Without waiting for the reorder to be saved: the removal must apply to the new order.
  await page.getByRole('button', { name: 'Remove Photo 2' }).click();
  await expect.poll(albums).toEqual([before[1]]);
});

test('a damaged picture or clip is refused with a message beside the field', {
  tag: '@desk',
}, async ({ page }) => {
  await editor(page);
  const damaged = {
    name: 'face.png',
    mimeType: 'image/png',
    buffer: Buffer.from('\x89PNG\r\n\x1a\n and no more', 'latin1'),
  };
  await page.getByLabel('Change profile photo').setInputFiles(damaged);
  await expect(page.getByText('That file seems damaged or incomplete. Please choose another.')).toBeVisible();
  await page
    .getByLabel('Add a clip')
    .setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('<html>') });
  await expect(
    page.getByRole('region', { name: 'Clips' }).getByRole('alert').getByText('We cannot show this kind of file'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('region', { name: 'Clips' }).getByText('We cannot show this kind of file')).toHaveCount(
    0,
  );
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/] });

  test('a profile edit and a photo wait while there is no network, and are saved when it is back', {
    tag: '@phone',
  }, async ({ openBrowser, product }) => {
    const network = await startProxy(product.port);
    try {
      const page = await firstTab(await openBrowser({ baseURL: network.url }));
      const uid = await editor(page);
      // The service worker is ready, so everything that the app needs offline is stored.
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      network.refuse(true);
      network.reset();
      await page.getByLabel('About', { exact: true }).fill('Written in a tunnel');
      await save(page).click();
      await expect(page.getByText(/^(Saved on this device|Your profile is saved)/)).toBeVisible();
      await expect(page.getByLabel('About', { exact: true })).toHaveValue('Written in a tunnel');
      await page.getByLabel('Add a photo').setInputFiles(await photo('#884422'));
      await page.getByRole('button', { name: 'Use this part' }).click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      network.refuse(false);
      const stored = () =>
        query(product, 'select about, jsonb_array_length(to_jsonb(albums)) as photos from profile where uid = $1', [
          uid,
        ]);
      await expect.poll(stored, { timeout: ENCODED_WITHIN_MS }).toEqual([{ about: 'Written in a tunnel', photos: 1 }]);
    } finally {
      await network.close();
    }
  });
});
