import { expect } from 'playwright/test';
import { test } from '../../base.ts';
import { firstTab } from '../acts.ts';

/** Everything that the app can show over or beside a page unasked. */
const UNASKED =
  '[role="dialog"], [role="alertdialog"], aside, [data-tone="calm"], [data-tone="warn"], [data-tone="accent"]';
const WATCHED_MS = 120_000;
const STEP_MS = 10_000;

test('a guest who touches nothing for two minutes sees one panel, once, and no permission prompt', {
  tag: '@phone',
}, async ({ openBrowser }) => {
  const context = await openBrowser({ asksForInfo: true, asksConsent: true, offersPack: true });
  await context.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    Notification.requestPermission = async () => {
      asked.push('notifications');
      return 'denied';
    };
    navigator.mediaDevices.getUserMedia = async () => {
      asked.push('media');
      throw new DOMException('denied', 'NotAllowedError');
    };
  });
  const page = await firstTab(context);
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  const panel = page.getByRole('dialog', { name: 'Nice to have you here' });
  await expect(panel).toBeVisible();
  for (let passed = 0; passed < WATCHED_MS; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS);
    expect(await page.locator(UNASKED).filter({ visible: true }).count()).toBe(1);
  }
  await expect(panel).toBeVisible();
  expect(await page.evaluate('asked')).toEqual([]);

  // It was shown today; the next question is the one about consent, alone.
  await page.reload();
  await expect(page.getByRole('complementary')).toBeVisible();
  await page.clock.runFor(WATCHED_MS);
  await expect(page.locator(UNASKED).filter({ visible: true })).toHaveCount(1);
  await expect(panel).toHaveCount(0);
});
