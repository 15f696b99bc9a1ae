import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import { nameOf, query } from '../database.ts';

/** A host without demo clips; the test gives them two. */
const HOST = 9018;

test('clips fill the screen, change by keys and buttons, and lead to a call or a message', async ({
  page,
  product,
  viewport,
  motion,
}) => {
  // The demo clips are imported after the server has started.
  const withClips = () => query(product, `select uid from profile where videos <> '[]' and uid <> $1`, [HOST]);
  await expect.poll(async () => (await withClips()).length, { timeout: 60_000 }).toBeGreaterThan(1);
  await query(
    product,
    `update profile set videos = (
       select jsonb_agg(clip) from (
         select jsonb_array_elements(videos) as clip from profile where uid <> $1 and videos <> '[]' order by uid limit 2
       ) as two
     ) where uid = $1`,
    [HOST],
  );
  const name = await nameOf(product, HOST);
  await enterAsGuest(page, `/anchorprofile?uid=${HOST}`);
  await page.getByRole('link', { name: 'Play clip 1 of 2' }).click();
  await expect(page).toHaveURL(/\/videoview\?uid=9018&at=0$/);
  const clip = (number: number) => page.getByLabel(`Clip ${number} of 2`, { exact: true }).and(page.locator('video'));
  await expect(clip(1)).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(clip(2)).toBeInViewport();
  await expect(clip(1)).not.toBeInViewport();
  if ((viewport?.width ?? 0) >= 1024) await page.getByRole('button', { name: 'Previous' }).click();
  else await page.keyboard.press('PageUp');
  await expect(clip(1)).toBeInViewport();

  // With reduced motion nothing plays automatically, so the user presses Play.
  const play = page.getByRole('button', { name: 'Play', exact: true });
  if (motion === 'reduce') await play.click();
  await expect(play).toHaveAttribute('aria-pressed', 'true');
  const muted = () => clip(1).evaluate((video) => (video as HTMLVideoElement).muted);
  const before = await muted();
  await page.keyboard.press('m');
  await expect.poll(muted).toBe(!before);

  // The last link is that of the clip; the profile beneath it has another one.
  const call = page.getByRole('link', { name: 'Video call' }).last();
  await expect(call).toHaveAttribute('href', `/call/${HOST}?from=video_view`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible();
  await page.getByRole('link', { name: 'Play clip 2 of 2' }).click();
  await expect(clip(2)).toBeInViewport();
  await page.getByRole('button', { name: `Write to ${name}` }).click();
  await expect(page.getByRole('textbox', { name: `Message to ${name}` })).toBeVisible();

  await page.goto('/videoview?uid=100001');
  await expect(page.getByRole('heading', { name: 'There are no clips here' })).toBeVisible();
});
