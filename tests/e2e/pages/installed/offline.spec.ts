import { expect } from 'playwright/test';
import * as v from 'valibot';
import { enterAsGuest, signIn, test } from '../../base.ts';
import { bubble, say, startChat, thread } from '../acts.ts';
import { openPeer } from '../peer.ts';

test.use({ serviceWorkers: 'allow', onDisk: true });

const picture = v.object({ src: v.string(), sizes: v.string(), type: v.string() });
const icon = v.object({ ...picture.entries, purpose: v.string() });
const manifest = v.object({
  id: v.string(),
  name: v.string(),
  short_name: v.string(),
  theme_color: v.pipe(v.string(), v.hexColor()),
  background_color: v.pipe(v.string(), v.hexColor()),
  start_url: v.string(),
  display: v.literal('standalone'),
  icons: v.array(icon),
  screenshots: v.pipe(v.array(picture), v.minLength(2)),
  shortcuts: v.pipe(v.array(v.object({ name: v.string(), url: v.string() })), v.minLength(1)),
});

test('the app can be installed: its manifest, icons, screenshots and shortcuts are valid', {
  tag: '@desk',
}, async ({ page, context, product }) => {
  await enterAsGuest(page);
  const response = await page.request.get('/manifest.webmanifest');
  expect(response.headers()['content-type']).toContain('json');
  const { icons, screenshots, shortcuts, start_url, id } = v.parse(manifest, await response.json());
  const large = icons.filter(({ purpose, sizes }) => purpose === 'maskable' && Number.parseInt(sizes, 10) >= 512);
  expect(large).not.toEqual([]);
  const inHead = (selector: string, name: string) =>
    page.locator(`head ${selector}`).evaluateAll((all, of) => all.map((one) => one.getAttribute(of) ?? ''), name);
  expect(await inHead('meta[name=viewport]', 'content')).toEqual([expect.stringContaining('width=device-width')]);
  expect((await inHead('meta[name=theme-color]', 'content'))[0]).toMatch(/^#[\da-f]{3,6}$/i);
  expect((await inHead('link[rel=apple-touch-icon]', 'href'))[0]).toMatch(/^\//);
  expect(id).toBe('/message');
  expect(icons.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['any', 'maskable', 'monochrome']));
  for (const { src, sizes, type } of [...icons, ...screenshots]) {
    const file = await page.request.get(src);
    expect(file.status(), src).toBe(200);
    expect(file.headers()['content-type'], src).toContain(type);
    if (type !== 'image/png') continue;
    const body = await file.body();
    expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, src).toBe(sizes);
  }
  for (const url of [start_url, ...shortcuts.map((shortcut) => shortcut.url)]) {
    await page.goto(url);
    await expect(page.getByRole('heading', { name: /^(Messages|Discover|Calls|Settings)$/ }).first()).toBeVisible();
    await expect(page, url).toHaveURL(`${product.url}${url}`);
  }
  const protocol = await context.newCDPSession(page);
  expect((await protocol.send('Page.getAppManifest')).errors).toEqual([]);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  expect((await protocol.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
});

test.describe('with the server dead', () => {
  test.use({ ownProduct: true, allowedProblems: [/ERR_|WebSocket connection|Failed to (load|fetch)/] });

  test('reloads, links and new tabs show the last conversation, and a new message waits, when the server is down', {
    tag: '@phone',
  }, async ({ page, context, product }) => {
    await signIn(page, 100001);
    await startChat(page, 9001);
    const host = await openPeer(product, 9001);
    await say(page, 'Will you be there tomorrow?');
    // Waits for the first message to be sent, so that the host's answer is the last message.
    await expect(
      bubble(page, 'Will you be there tomorrow?').getByRole('img', { name: /^(Sent|Delivered|Seen)$/ }),
    ).toBeVisible();
    host.say(100001, 'Tomorrow at eight');
    await expect(bubble(page, 'Tomorrow at eight')).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await product.killServer();

    await page.reload();
    await expect(bubble(page, 'Tomorrow at eight')).toBeVisible();
    await expect(bubble(page, 'Will you be there tomorrow?')).toBeVisible();
    await page.goto('/message/u_9001');
    await expect(bubble(page, 'Tomorrow at eight')).toBeVisible();
    const other = await context.newPage();
    await other.goto('/');
    await expect(other.getByRole('heading', { name: 'Discover', exact: true })).toBeVisible();
    // The start address of the installed app.
    const begun = await other.goto('/message?from=home');
    expect([begun?.status(), begun?.fromServiceWorker()]).toEqual([200, true]);
    await other.goto('/message');
    await expect(thread(other, 'Asha (demo)')).toContainText('Tomorrow at eight');
    await other.goto('/settings');
    await expect(other.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await other.close();

    await say(page, 'I will');
    await expect(bubble(page, 'I will').getByRole('img', { name: 'Sending' })).toBeVisible();
    await product.restartServer();
    await expect(bubble(page, 'I will').getByRole('img', { name: 'Sent' })).toBeVisible({ timeout: 60_000 });
  });
});
