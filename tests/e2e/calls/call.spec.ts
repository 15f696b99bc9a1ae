import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { signIn, test } from '../base.ts';
import { bubble, composer, firstTab, sendButton } from '../pages/acts.ts';
import { nameOf, query } from '../pages/database.ts';
import { openPeer } from '../pages/peer.ts';
import { sentBy, soundOf, unplug } from './connections.ts';
import { call, expectMoving, HOST, heading, meet, panel, twoPeople, VIEWER, WITH_CAMERA } from './two-people.ts';

/** Presses a control of the call even while the controls are hidden: they fade four seconds after the last input. */
const press = (page: Page, which: { readonly name: string; readonly exact?: boolean }) =>
  page.getByRole('button', which).dispatchEvent('click');

/** Expects the page to play the peer's sound, and that sound not to be silence. */
async function expectHeard(page: Page): Promise<void> {
  await expect.poll(async () => (await soundOf(page)).peak, { timeout: 30_000 }).toBeGreaterThan(0.01);
  expect((await soundOf(page)).plays).toBe(true);
}

/** Pastes or drops a picture on the page. */
const transferPicture = (page: Page, type: 'paste' | 'drop') =>
  page.evaluate((kind) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([0x89, 0x50])], 'image.png', { type: 'image/png' }));
    const init = { bubbles: true, cancelable: true };
    const event =
      kind === 'paste'
        ? new ClipboardEvent(kind, { ...init, clipboardData: data })
        : new DragEvent(kind, { ...init, dataTransfer: data });
    document.body.dispatchEvent(event);
  }, type);

/** Expects that neither sound nor video of `page` reaches `other`, and that both pages show it. */
async function expectOff(page: Page, other: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn the camera on' })).toBeVisible();
  await expect.poll(() => sentBy(page)).toEqual({ audio: false, video: false });
  await expect(other.getByText(`${name} turned the camera off`)).toBeVisible();
  // Packets that were in flight are still played; silence follows.
  await expect.poll(async () => (await soundOf(other)).peak, { timeout: 30_000 }).toBeLessThan(0.001);
  expect((await soundOf(other)).peak).toBeLessThan(0.001);
}

/** Runs in a page: removes the option that lets a SharedWorker outlive its last page. */
function withoutExtendedLifetime(): void {
  const Native = SharedWorker;
  globalThis.SharedWorker = class extends Native {
    constructor(url: string | URL, options?: string | WorkerOptions) {
      super(url, typeof options === 'object' ? Object.assign({}, options, { extendedLifetime: false }) : options);
    }
  };
}

test("a user calls a host, both see each other's video, and the call is in both call lists", {
  tag: '@phone',
  lock: 'video',
}, async ({ product, openBrowser }) => {
  const { viewer, host, theirs, viewerName, hostName } = await twoPeople(product, openBrowser);
  await call(viewer);
  await expect(heading(viewer, hostName)).toBeVisible();
  await panel(host, viewerName).getByRole('button', { name: 'Accept' }).click();

  await expectMoving(viewer, hostName);
  await expectMoving(host, viewerName);
  await expect(viewer).toHaveURL(/\/video\//);
  await expect(viewer.getByRole('timer')).toBeVisible();

  for (const type of ['drop', 'paste'] as const) {
    if (type === 'paste') await press(viewer, { name: 'Chat', exact: true });
    await transferPicture(viewer, type);
    await expect(viewer.getByRole('dialog', { name: 'Send' })).toBeVisible();
    await viewer.keyboard.press('Escape');
    await expect(viewer.getByRole('dialog', { name: 'Send' })).toBeHidden();
  }

  // The chat over the call and the conversation have one draft, which is sent once.
  await composer(viewer).fill('Can you hear me?');
  const other = await theirs.newPage();
  await other.goto(`/message/u_${HOST}`);
  await expect(composer(other)).toHaveValue('Can you hear me?');
  await sendButton(other).click();
  await expect(bubble(other, 'Can you hear me?')).toHaveCount(1);
  await expect(composer(other)).toHaveValue('');
  await expect(composer(viewer)).toHaveValue('');
  await other.close();

  // The controls reappear when the pointer moves.
  await viewer.mouse.move(200, 300);
  await viewer.getByRole('button', { name: 'Hang up' }).click();
  await expect(heading(viewer, 'Call ended')).toBeVisible();
  await expect(heading(host, 'Call ended')).toBeVisible();
  await expect(viewer.getByText('Duration')).toBeVisible();
  await viewer.getByRole('button', { name: '5 of 5 stars' }).click();
  await expect(viewer.getByText('Thank you!')).toBeVisible();
  const friendly = viewer.getByRole('button', { name: 'Friendly' });
  await friendly.click();
  await expect(friendly).toHaveAttribute('aria-pressed', 'true');
  await viewer.getByRole('button', { name: 'Done' }).click();
  await expect(viewer).toHaveURL(/anchorprofile/);

  await viewer.goto('/callrecord');
  const calls = viewer.getByRole('list', { name: 'Calls' });
  await expect(calls.getByRole('listitem').filter({ hasText: hostName })).toContainText('Outgoing');
  await calls.getByRole('button', { name: 'Report this call' }).click();
  const complaint = viewer.getByRole('dialog', { name: `Report ${hostName}` });
  await complaint.getByText('Something else').click();
  await complaint.getByRole('button', { name: 'Send report' }).click();
  await expect(complaint.getByText('Thank you')).toBeVisible();
  await host.goto('/callrecord');
  await expect(host.getByRole('list', { name: 'Calls' }).getByRole('listitem')).toContainText('Incoming');
  await viewer.goto(`/message/u_9035`);
  await expect(viewer.getByRole('log').getByText('Video call')).toBeVisible();
});

test.describe('call screens that the gallery checks at both sizes', () => {
  test("the caller receives the host's message and pays nothing when the host declines with a message", {
    tag: '@phone',
    lock: 'video',
  }, async ({ product, openBrowser }) => {
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

  test('the host stops ringing and sees a missed call when the caller cancels before the answer', {
    tag: '@phone',
    lock: 'video',
  }, async ({ product, openBrowser }) => {
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

  test('a minimised call keeps its sound, picture and notes, says what it cost when it ends, also after a reload, and muted devices stay off after a device change, a reload and a move to another tab', {
    tag: '@phone',
    lock: 'video',
  }, async ({ product, openBrowser }) => {
    test.setTimeout(240_000);
    const two = await twoPeople(product, openBrowser);
    const { viewer, host, theirs, viewerName, hostName } = two;
    await meet(two);
    await expectHeard(viewer);
    await viewer.getByRole('button', { name: 'Keep talking, show the app' }).click();
    await expect(viewer.getByText(`In a call with ${hostName}`)).toBeVisible();
    await expectHeard(viewer);
    await expectMoving(viewer, hostName);
    const plugIn = await unplug(host, 'audio');
    await expect(host.getByText('Your microphone was unplugged.', { exact: false })).toBeVisible();
    await expect(viewer.getByText(`${hostName} is muted`)).toBeVisible();
    await plugIn();
    await expect(host.getByText('Your microphone was unplugged.', { exact: false })).toBeHidden();
    await expect(viewer.getByText(`${hostName} is muted`)).toBeHidden();
    await expectHeard(viewer);
    await viewer.getByRole('button', { name: 'Back to the call' }).click();

    await press(viewer, { name: 'Mute', exact: true });
    await press(viewer, { name: 'Turn the camera off' });
    await expectOff(viewer, host, viewerName);
    // Choosing another microphone does not unmute.
    await press(viewer, { name: 'More', exact: true });
    const microphones = viewer.getByRole('dialog', { name: 'More' }).getByRole('radio', { name: /Fake Audio Input/ });
    // The radio is checked once the microphone has opened; `check` does not wait for that.
    await microphones.last().click({ force: true });
    await expect(microphones.last()).toBeChecked();
    // Both sides see the same safety code.
    await press(host, { name: 'More', exact: true });
    const codeOf = (page: Page) => page.getByRole('region', { name: 'Safety code' }).locator('[data-safety-code]');
    const code = (await codeOf(viewer).textContent()) ?? '';
    expect(code).toMatch(/^\p{Emoji_Presentation}(?: \p{Emoji_Presentation}){3}$/u);
    await expect(codeOf(host)).toHaveText(code);
    for (const page of [viewer, host]) {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'More' })).toBeHidden();
    }
    await expectOff(viewer, host, viewerName);
    await viewer.reload();
    await expectMoving(viewer, hostName);
    await expectOff(viewer, host, viewerName);
    const other = await theirs.newPage();
    await other.goto('/goddess');
    await other.getByRole('button', { name: 'Continue here' }).click();
    await expectMoving(other, hostName);
    await expectOff(other, host, viewerName);
    await viewer.close();

    await press(other, { name: 'Unmute' });
    await press(other, { name: 'Turn the camera on' });
    await expectHeard(host);
    await expectMoving(host, viewerName);
    // Escape shows the controls and does not end the call.
    await other.keyboard.press('Escape');
    await host.keyboard.press('Escape');
    await expectHeard(other);
    await expectMoving(other, hostName);
    // Both hang up because the next test of this file calls between the same two accounts.
    await other.getByRole('button', { name: 'Keep talking, show the app' }).click();
    await press(host, { name: 'Hang up' });
    const left = other.getByRole('complementary', { name: 'Call ended' });
    await expect(left).toContainText('You paid');
    await other.reload();
    await expect(left).toContainText('You paid');
    await left.getByRole('button', { name: 'Receipt' }).click();
    await expect(heading(other, 'Call ended')).toBeVisible();
    await expect(left).toBeHidden();
  });

  test('a call continues when its tab is reloaded, and a tap on the hidden controls only shows them', {
    tag: '@phone',
    lock: 'video',
  }, async ({ product, openBrowser }) => {
    // As in Firefox and WebKit, the core ends with its last page: the tab is back before the next core has loaded the call.
    const endsWithPage = async (options: Parameters<typeof openBrowser>[0]) => {
      const context = await openBrowser(options);
      await context.addInitScript(withoutExtendedLifetime);
      return context;
    };
    const { viewer, host, viewerName, hostName } = await twoPeople(product, endsWithPage);
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
    // The controls fade again, and any key shows them.
    await expect(faded).toHaveCount(1);
    await viewer.keyboard.press('Escape');
    await expect(faded).toHaveCount(0);
    await hangUp.click();
    await expect(heading(viewer, 'Call ended')).toBeVisible();
  });

  test('the address of a call does not start it, however it is opened; each press of the button starts exactly one call', {
    tag: '@phone',
    lock: 'video',
  }, async ({ product, openBrowser }) => {
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

  test('the host is not called when the caller has neither camera nor microphone', { tag: '@phone' }, async ({
    product,
    openBrowser,
  }) => {
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
