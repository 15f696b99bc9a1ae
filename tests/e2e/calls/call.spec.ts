import { expect } from 'playwright/test';
import { signIn, test } from '../base.ts';
import { firstTab } from '../pages/acts.ts';
import { nameOf, query } from '../pages/database.ts';
import { openPeer } from '../pages/peer.ts';
import { call, expectMoving, HOST, heading, panel, twoPeople, VIEWER, WITH_CAMERA } from './two-people.ts';

test('one calls, the other answers, both see each other move, and both have the call in their lists', {
  tag: '@phone',
}, async ({ product, openBrowser }) => {
  const { viewer, host, viewerName, hostName } = await twoPeople(product, openBrowser);
  await call(viewer);
  await expect(heading(viewer, hostName)).toBeVisible();
  await panel(host, viewerName).getByRole('button', { name: 'Accept' }).click();

  await expectMoving(viewer, hostName);
  await expectMoving(host, viewerName);
  await expect(viewer).toHaveURL(/\/video\//);
  await expect(viewer.getByRole('timer')).toBeVisible();

  // The buttons come back when the hand moves.
  await viewer.mouse.move(200, 300);
  await viewer.getByRole('button', { name: 'Hang up' }).click();
  await expect(heading(viewer, 'Call ended')).toBeVisible();
  await expect(heading(host, 'Call ended')).toBeVisible();
  await expect(viewer.getByText('Duration')).toBeVisible();
  await viewer.getByRole('button', { name: '5 of 5 stars' }).click();
  await expect(viewer.getByText('Thank you!')).toBeVisible();
  await viewer.getByRole('button', { name: 'Done' }).click();
  await expect(viewer).toHaveURL(/anchorprofile/);

  await viewer.goto('/callrecord');
  const calls = viewer.getByRole('list', { name: 'Calls' });
  await expect(calls.getByRole('listitem').filter({ hasText: hostName })).toContainText('Outgoing');
  await host.goto('/callrecord');
  await expect(host.getByRole('list', { name: 'Calls' }).getByRole('listitem')).toContainText('Incoming');
  await viewer.goto(`/message/u_9035`);
  await expect(viewer.getByRole('log').getByText('Video call')).toBeVisible();
});

test.describe('on one size, for the gallery has its screens on both', () => {
  test('who declines with a message is heard, and nothing was charged', { tag: '@phone' }, async ({
    product,
    openBrowser,
  }) => {
    const { viewer, host, viewerName } = await twoPeople(product, openBrowser);
    await call(viewer);
    await panel(host, viewerName).getByRole('button', { name: 'Decline with a message' }).click();
    await panel(host, viewerName).getByRole('button', { name: "I can't talk right now. Later?" }).click();
    await expect(viewer.getByText('The call was declined.')).toBeVisible();
    await expect(viewer.getByText('Nothing was charged')).toBeVisible();
    await expect(panel(host, viewerName)).toBeHidden();
    await viewer.getByRole('button', { name: 'Message' }).click();
    await expect(viewer.getByRole('log').getByText("I can't talk right now. Later?")).toBeVisible();
  });

  test('who gives up before the answer stops the ringing, and it is a missed call', { tag: '@phone' }, async ({
    product,
    openBrowser,
  }) => {
    const { viewer, host, viewerName } = await twoPeople(product, openBrowser);
    await call(viewer);
    await expect(panel(host, viewerName)).toBeVisible();
    await viewer.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel(host, viewerName)).toBeHidden();
    await expect(viewer.getByText('The call was cancelled before it was answered.')).toBeVisible();
    await host
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /Calls$/ })
      .click();
    await expect(host.getByRole('list', { name: 'Calls' }).getByRole('listitem').first()).toContainText('Missed');
  });

  test('a tab that is reloaded goes on with its call, and a tap where its controls were only shows them', {
    tag: '@phone',
  }, async ({ product, openBrowser }) => {
    const { viewer, host, viewerName, hostName } = await twoPeople(product, openBrowser);
    await call(viewer);
    await panel(host, viewerName).getByRole('button', { name: 'Accept' }).click();
    await expectMoving(viewer, hostName);
    await viewer.reload();
    await expectMoving(viewer, hostName);
    await expectMoving(host, viewerName);

    const hangUp = viewer.getByRole('button', { name: 'Hang up' });
    const faded = viewer.locator('[role="toolbar"][data-faded]');
    await expect(faded).toHaveCount(1);
    const box = await hangUp.boundingBox();
    if (!box) throw new Error('No button to hang up');
    const hand = await viewer.context().newCDPSession(viewer);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, gestureSourceType: 'touch' } as const;
    await hand.send('Input.synthesizeTapGesture', at);
    await expect(faded).toHaveCount(0);
    await expectMoving(viewer, hostName);
    // They fade again, and Escape needs no looking for.
    await expect(faded).toHaveCount(1);
    await viewer.keyboard.press('Escape');
    await expect(heading(viewer, 'Call ended')).toBeVisible();
  });

  test('an address calls nobody, however it is opened; a press does, once', { tag: '@phone' }, async ({
    product,
    openBrowser,
  }) => {
    const page = await firstTab(await openBrowser(WITH_CAMERA));
    await signIn(page, VIEWER);
    const name = await nameOf(product, HOST);
    const host = await openPeer(product, HOST);
    const calls = async () => (await query(product, 'select sid from call where caller = $1', [VIEWER])).length;
    const before = await calls();
    const offered = page.getByRole('button', { name: `Call ${name}` });
    const calling = page.getByText(`Calling ${name}…`);
    const giveUp = async () => {
      await expect(calling).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByText('The call was cancelled before it was answered.')).toBeVisible();
    };

    await page.goto(`/call/${HOST}?from=elsewhere`);
    await expect(offered).toBeVisible();
    await expect(page.getByText('gems a minute')).toBeVisible();
    await page.evaluate((uid) => history.pushState({ press: 'made up' }, '', `/call/${uid}?from=made-up`), HOST);
    await expect(offered).toBeVisible();
    expect(await calls()).toBe(before);
    await offered.click();
    await giveUp();
    await page.reload();
    await expect(offered).toBeVisible();

    await call(page);
    await giveUp();
    await page.goBack();
    await expect(page).toHaveURL(/anchorprofile/);
    await page.goForward();
    await expect(offered).toBeVisible();
    await page.reload();
    await expect(offered).toBeVisible();
    expect(await calls()).toBe(before + 2);

    await page.goto(`/message/${HOST}`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    host.leave();
  });

  test('without camera and microphone nobody is rung', { tag: '@phone' }, async ({ product, openBrowser }) => {
    const { viewer, host, viewerName } = await twoPeople(product, openBrowser);
    await viewer.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
      navigator.permissions.query = () => Promise.resolve({ state: 'denied' } as PermissionStatus);
    });
    await call(viewer);
    await expect(viewer.getByText(/^Without camera or microphone there is no call/)).toBeVisible();
    await expect(panel(host, viewerName)).toBeHidden();
  });
});
