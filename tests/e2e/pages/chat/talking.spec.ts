import { expect } from 'playwright/test';
import { newProfile } from '../../../harness/browser/browser.ts';
import { readTable } from '../../../harness/browser/rows.ts';
import { signIn, test } from '../../base.ts';
import { streamsOf } from '../../core/streams.ts';
import { bubble, composer, firstTab, leaveConversation, log, say, startChat, thread } from '../acts.ts';

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
