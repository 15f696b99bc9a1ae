import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Product } from '../../../harness/browser/product.ts';
import { signIn, test } from '../../base.ts';
import { query } from '../database.ts';
import { uidOf } from '../peer.ts';

const feed = (page: Page): Locator => page.getByRole('region', { name: 'Hosts to meet' });
/** The top card. The other cards are inert. */
const top = (page: Page): Locator => feed(page).getByRole('article');

let newest = 300_000_000;

/** Signs in a new user with an even uid, whom the A/B rule gives the swipe feed. A guest's uid may be odd. */
async function enterAsSwiper(page: Page, product: Product): Promise<void> {
  newest += 2;
  await query(
    product,
    `with added as (insert into account (uid, role, nick_name, password_hash)
       select $1::bigint, 2, 'Swiper', password_hash from account where uid = 100001 returning uid),
     known as (insert into profile (uid) select uid from added)
     insert into wallet (uid, currency) select uid, unnest(array['gems', 'silver']) from added`,
    [newest],
  );
  await signIn(page, newest);
}

async function openFeed(page: Page): Promise<string> {
  await page.goto('/match');
  return nameOnTop(page);
}

async function nameOnTop(page: Page): Promise<string> {
  await expect(top(page)).toHaveCount(1);
  return (await top(page).getAttribute('aria-label')) ?? '';
}

/** Drags the top card by `distance` and releases it. */
async function drag(page: Page, distance: number): Promise<void> {
  const box = await page.locator('[data-swipe]').boundingBox();
  if (!box) throw new Error('no card');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + distance / 2, y, { steps: 4 });
  await page.mouse.move(x + distance, y, { steps: 4 });
  await page.mouse.up();
}

const likesOf = async (page: Page, product: Product) =>
  query(product, 'select 1 from person_like where uid = $1', [await uidOf(page)]);

test('a user likes and skips hosts by buttons; they return only after Undo', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  await enterAsSwiper(page, product);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Match' }).click();
  const first = await nameOnTop(page);
  await feed(page)
    .getByRole('button', { name: `Like ${first}` })
    .click();
  await expect(page.getByRole('status').filter({ hasText: `You like ${first}.` })).toHaveCount(1);
  await expect.poll(async () => (await likesOf(page, product)).length).toBe(1);
  const second = await nameOnTop(page);
  expect(second).not.toBe(first);
  await feed(page)
    .getByRole('button', { name: `Skip ${second}` })
    .click();
  await expect(top(page)).not.toHaveAccessibleName(second);
  await page.reload();
  const third = await nameOnTop(page);
  expect([first, second]).not.toContain(third);

  await feed(page)
    .getByRole('button', { name: `Skip ${third}` })
    .click();
  await expect(top(page)).not.toHaveAccessibleName(third);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(top(page)).toHaveAccessibleName(third);
  await feed(page)
    .getByRole('button', { name: `Like ${third}` })
    .click();
  await expect.poll(async () => (await likesOf(page, product)).length).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(top(page)).toHaveAccessibleName(third);
  await expect.poll(async () => (await likesOf(page, product)).length).toBe(1);
  await page.reload();
  expect(await nameOnTop(page)).toBe(third);
});

test('a user skips, likes, undoes and writes by arrow keys and Z', { tag: '@desk' }, async ({ page, product }) => {
  await enterAsSwiper(page, product);
  const first = await openFeed(page);
  await page.keyboard.press('ArrowLeft');
  await expect(top(page)).not.toHaveAccessibleName(first);
  const second = await nameOnTop(page);
  await page.keyboard.press('ArrowRight');
  await expect(top(page)).not.toHaveAccessibleName(second);
  await page.keyboard.press('z');
  await expect(top(page)).toHaveAccessibleName(second);
  await page.keyboard.press('z');
  await expect(top(page)).toHaveAccessibleName(first);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('textbox', { name: `Message to ${first}` })).toBeVisible();
});

test('a card that is dragged a little springs back, and one that is dragged far is liked or skipped', {
  tag: '@desk',
}, async ({ page, product }) => {
  await enterAsSwiper(page, product);
  const first = await openFeed(page);
  await drag(page, 30);
  await expect(top(page)).toHaveAccessibleName(first);
  await expect
    .poll(() => page.locator('[data-swipe]').evaluate((card) => Math.round(new DOMMatrix(card.style.transform).e)))
    .toBe(0);
  await drag(page, 260);
  await expect(page.getByRole('status').filter({ hasText: `You like ${first}.` })).toHaveCount(1);
  const second = await nameOnTop(page);
  await drag(page, -260);
  await expect(page.getByRole('status').filter({ hasText: `Skipped ${second}.` })).toHaveCount(1);
});

test.describe('with a touch screen', () => {
  test.use({ hasTouch: true });

  test('a card that is swiped to the left by touch is skipped', { tag: '@phone' }, async ({
    page,
    context,
    product,
  }) => {
    await enterAsSwiper(page, product);
    const first = await openFeed(page);
    const box = await page.locator('[data-swipe]').boundingBox();
    if (!box) throw new Error('no card');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
    const protocol = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
      protocol.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: x + at, y }] });
    await touch('touchStart', 0);
    for (const at of [-40, -90, -150, -220]) await touch('touchMove', at);
    await touch('touchEnd');
    await expect(page.getByRole('status').filter({ hasText: `Skipped ${first}.` })).toHaveCount(1);
  });
});

test('the feed says that all hosts were seen, and the last one can be undone', { tag: '@phone' }, async ({
  page,
  product,
}) => {
  await enterAsSwiper(page, product);
  const first = await openFeed(page);
  await query(
    product,
    `insert into block (owner_uid, blocked_uid) select $1, uid from anchor where uid <> (select uid from account where nick_name = $2)`,
    [await uidOf(page), first],
  );
  await page.reload();
  expect(await nameOnTop(page)).toBe(first);
  await expect(feed(page).locator('article')).toHaveCount(1);
  await feed(page)
    .getByRole('button', { name: `Skip ${first}` })
    .click();
  await expect(page.getByRole('heading', { name: 'You have seen everyone' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(top(page)).toHaveAccessibleName(first);
});

for (const [uid, what] of [
  [100001, 'swipe'],
  [264457002, 'swipe'],
  [264457003, 'card'],
] as const) {
  test(`user ${uid} meets hosts in the ${what} feed`, { tag: '@desk' }, async ({ page, product }) => {
    await query(product, 'delete from person_like where uid = $1', [uid]);
    await signIn(page, uid);
    const first = await openFeed(page);
    await expect(feed(page).getByRole('button', { name: `Skip ${first}` })).toHaveCount(what === 'swipe' ? 1 : 0);
    if (what === 'swipe') return;
    const like = feed(page).getByRole('button', { name: `Like ${first}` });
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(top(page)).toHaveAccessibleName(first);
    await feed(page).focus();
    await page.keyboard.press('PageDown');
    await expect(top(page)).not.toHaveAccessibleName(first);
    await page.keyboard.press('PageUp');
    await expect(top(page)).toHaveAccessibleName(first);
  });
}

test('a visitor who opens the feed is sent to the login and then returns to the feed', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/match');
  await expect(page).toHaveURL(/\/login\?next=%2Fmatch$/);
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await nameOnTop(page);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/match/);
});
