import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { readTable } from '../../../harness/browser/rows.ts';
import { enterAsGuest, signIn, test } from '../../base.ts';
import { meet, twoPeople } from '../../calls/two-people.ts';
import { bubbles, composer, firstTab, PLACES_WITHOUT_NAVIGATION, signOut, startChat, threads } from '../acts.ts';
import { nameOf, query } from '../database.ts';
import { uidOf } from '../peer.ts';

const HOST = 9003;
const VIEWER = 100001;

type File = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
type Shared = { readonly title?: string; readonly text?: string; readonly url?: string; readonly picture?: File };

const picture = async (): Promise<File> => ({
  name: 'lake.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer(),
});

const isWorkerReady = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

/**
 * Shares as the operating system does: a page without an origin posts the form. Returns that page; it stays at about:blank when the
 * response does not navigate.
 */
async function share(context: BrowserContext, origin: string, { picture, ...words }: Shared): Promise<Page> {
  const page = await context.newPage();
  await page.setContent(`<form method="post" enctype="multipart/form-data" action="${origin}/share">
    <textarea name="title"></textarea><textarea name="text"></textarea><textarea name="url"></textarea>
    <input type="file" name="picture"><button>Share</button></form>`);
  for (const [name, value] of Object.entries(words)) await page.locator(`[name=${name}]`).fill(value);
  if (picture) await page.locator('[name=picture]').setInputFiles(picture);
  await page.getByRole('button', { name: 'Share' }).click();
  return page;
}

const chooser = (page: Page) => page.getByRole('dialog', { name: 'Share with' });

test.describe('shares of another app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a shared text goes into the draft of the chosen conversation and is not sent', { tag: '@phone' }, async ({
    context,
    product,
  }) => {
    const page = await firstTab(context);
    await enterAsGuest(page);
    const name = await nameOf(product, HOST);
    await startChat(page, HOST);
    await composer(page).fill('Look:');
    await isWorkerReady(page);
    await page.goto('/message');

    const url = 'https://example.org/lake';
    const shared = await share(context, product.url, { title: 'The lake', text: url, url });
    await expect(chooser(shared).getByText('The lake')).toBeVisible();
    await chooser(shared).getByRole('searchbox').fill('nobody has this name');
    await expect(chooser(shared).getByText('No conversation by that name.')).toBeVisible();
    await chooser(shared).getByRole('searchbox').fill(name.slice(0, 3).toLowerCase());
    await chooser(shared).getByRole('button', { name }).click();

    await expect(composer(shared)).toHaveValue(`Look:\nThe lake\n${url}`);
    await expect(shared).toHaveURL(`${product.url}/message/u_${HOST}`);
    await shared.reload();
    await expect(composer(shared)).toHaveValue(`Look:\nThe lake\n${url}`);
    await expect(bubbles(shared).filter({ hasText: 'The lake' })).toHaveCount(0);
    expect(await readTable(shared, 'chat', 'outbox')).toEqual([]);
    expect(await readTable(shared, 'app', 'shares')).toEqual([]);
  });

  test('a shared picture opens in the send sheet of the chosen conversation, and the user sends it there', {
    tag: '@desk',
  }, async ({ context, product }) => {
    const page = await firstTab(context);
    await enterAsGuest(page);
    await startChat(page, HOST);
    await isWorkerReady(page);

    const shared = await share(context, product.url, { picture: await picture() });
    await expect(chooser(shared).getByRole('img', { name: 'The picture to share' })).toBeVisible();
    await chooser(shared)
      .getByRole('button', { name: await nameOf(product, HOST) })
      .click();
    const sheet = shared.getByRole('dialog', { name: 'Send' });
    await expect(sheet.getByRole('listitem')).toHaveCount(1);
    await expect(bubbles(shared).getByRole('img', { name: 'Photo' })).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(
      bubbles(shared)
        .getByRole('img', { name: /^Photo/ })
        .first(),
    ).toBeVisible();
    expect(await readTable(shared, 'app', 'shares')).toEqual([]);
  });

  test('a share waits for the login, a file that is no picture is refused, and sign-out deletes shares', {
    tag: '@phone',
  }, async ({ context, product }) => {
    const page = await firstTab(context);
    await page.goto('/login');
    await isWorkerReady(page);
    const shared = await share(context, product.url, { text: 'Before the login' });
    await shared.getByRole('button', { name: 'Continue as guest' }).click();
    await expect(chooser(shared).getByText('Before the login')).toBeVisible();
    await expect(chooser(shared).getByText('There is no conversation yet to share this in.')).toBeVisible();
    // After starting a chat for it, the user is offered the share again.
    await chooser(shared).getByRole('button', { name: 'New chat' }).click();
    await expect(shared.getByRole('dialog', { name: 'New chat' })).toBeVisible();
    await shared.goto('/settings');
    const offer = shared.getByRole('complementary', { name: 'Send what you shared?' });
    await offer.getByRole('button', { name: 'Choose' }).click();
    await expect(chooser(shared).getByText('Before the login')).toBeVisible();
    await chooser(shared).getByRole('button', { name: 'Close' }).click();
    await expect(chooser(shared)).toHaveCount(0);
    expect(await readTable(shared, 'app', 'shares')).toEqual([]);

    const script = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg onload="x()"></svg>') };
    const refused = await share(context, product.url, { picture: script });
    await expect(refused.getByText(/^This cannot be shared\./).first()).toBeVisible();
    await expect(refused).toHaveURL(`${product.url}/message`);

    await share(context, product.url, { text: 'Left behind' });
    await expect.poll(() => readTable(page, 'app', 'shares')).toHaveLength(1);
    await signOut(shared);
    await expect.poll(() => readTable(page, 'app', 'shares')).toEqual([]);
  });

  test('a share during a call does not leave the call, and is offered when the call ends', { tag: '@desk' }, async ({
    openBrowser,
    product,
  }) => {
    const people = await twoPeople(product, openBrowser);
    const { viewer, theirs } = people;
    await isWorkerReady(viewer);
    await meet(people);
    const place = viewer.url();
    const blank = await share(theirs, product.url, { text: 'For after the call' });
    await viewer.bringToFront();
    await expect(viewer.getByText('Kept for after your call.')).toBeVisible();
    expect(viewer.url()).toBe(place);
    expect(blank.url()).toBe('about:blank');
    const offer = viewer.getByRole('complementary', { name: 'Send what you shared?' });
    await expect(offer).toHaveCount(0);

    await viewer.mouse.move(200, 300);
    await viewer.getByRole('button', { name: 'Hang up' }).click();
    await viewer.getByRole('button', { name: 'Done', exact: true }).click();
    await offer.getByRole('button', { name: 'Choose' }).click();
    await expect(chooser(viewer).getByText('For after the call')).toBeVisible();
  });
});

test('a share leads into the app, with an error message, when there is no service worker', { tag: '@phone' }, async ({
  context,
  product,
}) => {
  const page = await firstTab(context);
  await enterAsGuest(page);
  const shared = await share(context, product.url, { text: 'x', picture: await picture() });
  await expect(shared.getByText(/^This cannot be shared\./).first()).toBeVisible();
  await expect(threads(shared)).toBeVisible();
});

test('a web+gemcall link opens a conversation, a profile or the wall, and an invalid link opens the wall', {
  tag: '@desk',
}, async ({ page, product }) => {
  await signIn(page, VIEWER);
  const open = (link: string) => page.goto(`/open?to=${encodeURIComponent(link)}`);
  for (const [link, path] of [
    [`web+gemcall:chat/u_${HOST}`, `/message/u_${HOST}`],
    [`web+gemcall://person/${HOST}`, `/anchorprofile?uid=${HOST}`],
    ['web+gemcall:wall', '/goddess'],
  ] as const) {
    await open(link);
    await expect(page).toHaveURL(`${product.url}${path}`);
    await expect(page.getByText('This link leads nowhere in the app.')).toHaveCount(0);
  }
  for (const link of [`web+gemcall:call/${HOST}`, 'https://evil.test/', 'javascript:alert(1)', 'web+velora:wall']) {
    await open(link);
    await expect(page.getByText('This link leads nowhere in the app.').first()).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/goddess`);
  }
});

test('a web+gemcall link asks a visitor to sign in first', { tag: '@phone' }, async ({ page, product }) => {
  await page.goto(`/open?to=${encodeURIComponent(`web+gemcall:chat/u_${HOST}`)}`);
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page).toHaveURL(`${product.url}/message/u_${HOST}`);
});

/** Simulates the browser's `launchQueue`; the returned function launches the app with a target. */
async function fakeLaunches(page: Page): Promise<(target: string) => Promise<void>> {
  await page.addInitScript(() => {
    let take: ((launch: { targetURL: string }) => void) | undefined;
    const early: string[] = [];
    const launch = (targetURL: string) => (take ? take({ targetURL }) : void early.push(targetURL));
    const setConsumer = (consumer: typeof take) => {
      take = consumer;
      for (const one of early.splice(0)) launch(one);
    };
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
    Object.assign(window, { launchForTest: launch });
    // The browser also queues the launch that opened the document.
    launch(location.href);
  });
  return (target) =>
    page.evaluate((url) => {
      const { launchForTest } = window as unknown as { launchForTest(url: string): void };
      launchForTest(new URL(url, location.origin).href);
    }, target);
}

test('a launch continues in the open window without a reload', { tag: '@desk' }, async ({ page, product }) => {
  const launch = await fakeLaunches(page);
  await signIn(page, VIEWER);
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await launch('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  // A launch by the app icon shows the window and does not navigate.
  await launch('/message?from=home');
  await launch('https://evil.test/settings');
  await launch('/api/login');
  await launch(`/open?to=${encodeURIComponent(`web+gemcall:person/${HOST}`)}`);
  await expect(page).toHaveURL(`${product.url}/anchorprofile?uid=${HOST}`);
  await page.goBack();
  await expect(page).toHaveURL(`${product.url}/settings`);
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  // Pages without navigation follow launches as well: the app's own, and the legal pages, which are other documents.
  for (const place of PLACES_WITHOUT_NAVIGATION) {
    await page.goto(place);
    await launch('/settings');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  }
});

test('a launch asks for confirmation during a call', { tag: '@desk' }, async ({ openBrowser, product }) => {
  const people = await twoPeople(product, openBrowser);
  const { viewer } = people;
  const launch = await fakeLaunches(viewer);
  await meet(people);
  const place = viewer.url();
  await launch('/settings');
  const note = viewer.getByText('You are in a call. Open it all the same?');
  await expect(note).toBeVisible();
  expect(viewer.url()).toBe(place);
  await viewer.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(viewer.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('installing the app completes its task once', { tag: '@phone' }, async ({ page, product }) => {
  await enterAsGuest(page);
  const uid = await uidOf(page);
  const claims = () =>
    query(product, "select coins from reward_claim where uid = $1 and task = 'install' and owner = $2", [
      uid,
      `uid:${uid}`,
    ]);
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
  await expect.poll(async () => (await claims()).length, { timeout: 60_000 }).toBe(1);
  await page.goto('/task');
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
});

test('a user asks the browser to keep their messages with a button, and reads what the browser answered', {
  tag: '@desk',
}, async ({ page }) => {
  await page.addInitScript(() => {
    let kept = false;
    let asked = 0;
    navigator.storage.persisted = async () => kept;
    navigator.storage.persist = async () => {
      asked += 1;
      kept = asked > 1;
      return kept;
    };
  });
  await enterAsGuest(page, '/device');
  await expect(page.getByText('The browser may clear your messages.')).toBeVisible();
  const keep = page.getByRole('button', { name: 'Keep my messages safe' });
  await keep.click();
  await expect(page.getByText(/^The browser does not allow it yet\./).first()).toBeVisible();
  await keep.click();
  await expect(page.getByText('The browser keeps your messages.')).toBeVisible();
  await expect(keep).toHaveCount(0);
});
