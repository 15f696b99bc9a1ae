import { expect } from 'playwright/test';
import { endpoints } from '../../../../contract/endpoints.ts';
import { startProduct } from '../../../harness/browser/product.ts';
import { envelope } from '../../../harness/envelope.ts';
import { startProxy } from '../../../harness/servers/proxy.ts';
import { enterAsGuest, test } from '../../base.ts';
import { bubble, composer, firstTab, say, startChat, thread } from '../acts.ts';
import { sessionOf } from '../peer.ts';

const connection = 'Connection';

test('an unknown address and an unknown conversation each show a way back', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
  await expect(page).toHaveTitle('Nothing here · gemcall');
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/message/u_77');
  await expect(page.getByRole('heading', { name: 'No such conversation' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  await expect(thread(page, 'gemcall team')).toBeVisible();
});

test('a maintenance notice covers the page while the server is in maintenance', { tag: '@phone' }, async ({
  openBrowser,
}) => {
  const closed = await startProduct({ env: { MAINTENANCE: '2' } });
  try {
    const page = await firstTab(await openBrowser({ baseURL: closed.url }));
    await page.goto('/login');
    await expect(page.getByRole('alertdialog', { name: "sorry we're under maintenance" })).toContainText(
      'We apologise for the wait.',
    );
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    const covered = await page.evaluate(() => {
      const hit = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
      return hit?.closest('[role="alertdialog"]') !== null;
    });
    expect(covered).toBe(true);
    // The page reports an unreachable server as an error, which the test watches for.
    await page.close();
  } finally {
    await closed.stop();
  }
});

test.describe('when the server is unreachable', () => {
  test.use({ allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/] });

  test('a banner is shown until the server is back, and a message that was written meanwhile is sent', {
    tag: '@phone',
  }, async ({ openBrowser, product }) => {
    const network = await startProxy(product.port);
    try {
      const page = await firstTab(await openBrowser({ baseURL: network.url }));
      const banner = page.getByRole('status', { name: connection });
      await enterAsGuest(page);
      await startChat(page, 9012);
      await say(page, 'Before');
      await expect(bubble(page, 'Before').getByRole('img', { name: 'Sent' })).toBeVisible();
      await expect(banner).toBeEmpty();
      // Recorded in the page, because polling from outside may miss a text that is shown for three seconds.
      const said = await banner.evaluateHandle((element) => {
        const texts: string[] = [];
        const note = () => texts.push(element.textContent);
        new MutationObserver(note).observe(element, { childList: true, subtree: true, characterData: true });
        return texts;
      });
      network.refuse(true);
      network.reset();
      await say(page, 'Meanwhile');
      await expect(bubble(page, 'Meanwhile').getByRole('img', { name: 'Sending' })).toBeVisible();
      await expect(banner).toContainText('We cannot reach the server');
      expect((await said.jsonValue())[0]).toContain('Connecting');
      await banner.getByRole('button', { name: 'Try again' }).click();
      network.refuse(false);
      await expect(banner).toBeEmpty({ timeout: 60_000 });
      await expect(bubble(page, 'Meanwhile').getByRole('img', { name: 'Sent' })).toBeVisible();
    } finally {
      await network.close();
    }
  });
});

test.describe('when the session was ended on another device', () => {
  test.use({ allowedProblems: [/401 \(Unauthorized\)/] });

  test('the user is asked to sign in, and messages written meanwhile are kept and sent afterwards', {
    tag: '@phone',
  }, async ({ page, product }) => {
    await enterAsGuest(page);
    await startChat(page, 9013);
    await say(page, 'Before');
    await expect(bubble(page, 'Before').getByRole('img', { name: 'Sent' })).toBeVisible();
    const { uid, jid, vcToken } = await sessionOf(page);
    await fetch(`${product.url}${endpoints.logout.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
        authorization: `Bearer ${vcToken}`,
        'x-token': vcToken,
      },
      body: JSON.stringify(envelope({}, { id: uid, jid, role: 2, vcToken, nickName: '' })),
    });
    const banner = page.getByRole('status', { name: connection });
    await expect(banner).toContainText('Your session has ended');
    await expect(banner).toContainText('Messages you wrote are kept.');
    await say(page, 'Kept for later');
    await expect(bubble(page, 'Kept for later').getByRole('img', { name: 'Sending' })).toBeVisible();
    await composer(page).fill('a draft too');
    await banner.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await expect(page).toHaveURL(/\/message\/u_9013$/);
    await expect(bubble(page, 'Kept for later').getByRole('img', { name: 'Sent' })).toBeVisible();
    await expect(composer(page)).toHaveValue('a draft too');
    await expect(banner).toBeEmpty();
  });
});
