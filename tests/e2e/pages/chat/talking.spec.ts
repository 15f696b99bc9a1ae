import { expect } from 'playwright/test';
import { newProfile } from '../../../harness/browser/browser.ts';
import { readTable } from '../../../harness/browser/rows.ts';
import { enterAsGuest, signIn, test } from '../../base.ts';
import { streamsOf } from '../../core/streams.ts';
import { bubble, composer, firstTab, leaveConversation, log, say, startChat, thread, threads } from '../acts.ts';
import { openPeer, uidOf } from '../peer.ts';

// The title and the unread marks count all messages, so the accounts must have no others.
test.use({ ownProduct: true });

test('two users find each other, exchange messages, and see each sent, delivered and read', { tag: '@phone' }, async ({
  page,
  openBrowser,
  product,
}) => {
  const profile = { userDataDir: newProfile() };
  const before = await openBrowser(profile);
  const atFirst = await firstTab(before);
  await Promise.all([signIn(page, 100001), signIn(atFirst, 9001)]);
  await thread(atFirst, 'gemcall team').click();
  await expect(atFirst).toHaveTitle('Messages · gemcall');
  // What a device finds in its first reading of the archive is history, which is not acknowledged.
  await expect.poll(async () => (await readTable(atFirst, 'chat', 'sync')).some(({ settled }) => settled)).toBe(true);
  // The host goes offline, so that the first message stays undelivered.
  await before.close();
  await expect.poll(() => streamsOf(product, 9001)).toBe(0);

  await startChat(page, 9001);
  await expect(page.getByText('This is the start of your conversation with Asha (demo).')).toBeVisible();
  await say(page, 'Hello Asha');
  await expect(bubble(page, 'Hello Asha').getByRole('img', { name: 'Sent' })).toBeVisible();
  await expect(log(page).getByRole('heading', { name: 'Today' })).toBeVisible();

  const host = await firstTab(await openBrowser(profile));
  await host.goto('/message');
  await expect(bubble(page, 'Hello Asha').getByRole('img', { name: 'Delivered' })).toBeVisible();
  const asked = thread(host, 'Sam (demo)');
  await expect(asked).toContainText('Hello Asha');
  await expect(asked).toContainText('1 unread message');
  await expect(host.getByRole('navigation').getByText('1 unread message')).toBeAttached();
  await expect(host).toHaveTitle('(1) Messages · gemcall');

  await asked.click();
  await expect(bubble(host, 'Hello Asha')).toBeVisible();
  await expect(log(host).getByText('New messages')).toBeVisible();
  await expect(host).toHaveTitle('Messages · gemcall');
  await expect(asked.getByText('unread')).toHaveCount(0);
  await expect(bubble(page, 'Hello Asha').getByRole('img', { name: 'Seen' })).toBeVisible();

  await say(host, 'Hello Sam');
  await expect(bubble(page, 'Hello Sam')).toBeVisible();
  await expect(bubble(host, 'Hello Sam').getByRole('img', { name: 'Seen' })).toBeVisible();

  await leaveConversation(page);
  await expect(thread(page, 'Asha (demo)')).toContainText('Hello Sam');
  await say(host, 'Still there?');
  await expect(thread(page, 'Asha (demo)')).toContainText('1 unread message');
  await expect(bubble(host, 'Still there?').getByRole('img', { name: 'Delivered' })).toBeVisible();
});

test('the newest message stays visible, and a user who has scrolled up sees the number of new ones', {
  tag: '@phone',
}, async ({ page, openBrowser }) => {
  const host = await firstTab(await openBrowser());
  await Promise.all([signIn(page, 264457002), signIn(host, 9002)]);
  await startChat(page, 9002);
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  for (const number of [1, 2]) await say(page, `${number}\n${lines.join('\n')}\nend ${number}`);
  await expect(log(page).getByText('end 2')).toBeInViewport();

  await log(page).hover();
  const jump = page.getByRole('button', { name: 'Jump to the newest' });
  // Repeated, because a wheel event while the last bubble is being measured does not scroll.
  await expect(async () => {
    await page.mouse.wheel(0, -1_500);
    await expect(jump).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await thread(host, 'Eve (demo)').click();
  await say(host, 'Quite a poem');
  await expect(page.getByRole('button', { name: 'Jump to the newest, 1 new message' })).toBeVisible();
  await expect(bubble(page, 'Quite a poem')).not.toBeInViewport();
  await jump.click();
  await expect(bubble(page, 'Quite a poem')).toBeInViewport();
  await expect(jump).toHaveCount(0);
  await expect(composer(page)).toBeVisible();
});

test.describe('with a touch screen', () => {
  test.use({ hasTouch: true });

  test('a user mutes, pins and archives conversations by menu and swipe, and a new message brings back one that is not muted', {
    tag: '@phone',
  }, async ({ page, context, product }) => {
    await enterAsGuest(page);
    for (const uid of [9_021, 9_022]) {
      await startChat(page, uid);
      await say(page, 'Hello');
      await leaveConversation(page);
    }
    const row = (uid: number) => threads(page).locator(`[data-tid="u_${uid}"]`);
    await row(9_022).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Mute' }).click();
    await expect(row(9_022).getByRole('img', { name: 'Muted' })).toBeVisible();

    const protocol = await context.newCDPSession(page);
    const swipe = async (uid: number, by: number) => {
      const box = await row(uid).boundingBox();
      if (!box) throw new Error('no row');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
        protocol.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x: x + at, y }] });
      await touch('touchStart', 0);
      for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', by * part);
      await touch('touchEnd');
    };
    await swipe(9_021, 120);
    await expect(threads(page).locator('[data-tid]').first()).toHaveAttribute('data-tid', 'u_9021');
    await expect(row(9_021).getByRole('img', { name: 'Pinned' })).toBeVisible();
    await swipe(9_022, -120);
    await expect(row(9_022)).toHaveCount(0);

    const own = await uidOf(page);
    const peer = await openPeer(product, 9_022);
    peer.say(own, 'Are you there?');
    await page.getByRole('link', { name: 'Archived 1' }).click();
    await expect(row(9_022)).toContainText('Are you there?');
    await expect(page).toHaveTitle('Messages · gemcall');
    await row(9_022).getByRole('link').click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Unmute' }).click();
    await page.getByRole('button', { name: 'Back to conversations' }).click();
    await expect(page.getByText('Nothing archived')).toBeVisible();
    await page.getByRole('button', { name: 'Back to conversations' }).click();
    await expect(row(9_022)).toContainText('Are you there?');
    await page.reload();
    await expect(threads(page).locator('[data-tid]').first()).toHaveAttribute('data-tid', 'u_9021');
    peer.leave();
  });
});
