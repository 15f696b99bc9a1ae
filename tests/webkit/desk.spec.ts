import { expect } from 'playwright/test';
import { streamsOf } from '../e2e/core/streams.ts';
import { nameOf } from '../e2e/pages/database.ts';
import { openPeer } from '../e2e/pages/peer.ts';
import { accepted, openChat, press, reads, say, sees, signIn, test } from './base.ts';

const VIEWER = 100001;
const HOST = 9001;
const NEXT_VIEWER = 9007;

test.use({ ownProduct: true });

test('WebKit with a profile on disk: a user chats in two windows over one stream, and what waited is sent once after a restart', async ({
  launchWebKit,
  product,
}) => {
  let browser = await launchWebKit();
  await signIn(browser, product, VIEWER);
  const host = await openPeer(product, HOST);
  const first = await browser.window();

  await test.step('writes to a host and is answered', async () => {
    await openChat(browser, product, HOST);
    await say(browser, 'Hello from WebKit');
    await accepted(browser, 'Hello from WebKit');
    host.say(VIEWER, 'I hear you well');
    await reads(browser, 'I hear you well');
  });

  await test.step('a second window shows and sends over the same stream', async () => {
    await browser.openWindow();
    await browser.goto(`${product.url}/message/u_${HOST}`);
    await reads(browser, 'I hear you well');
    await say(browser, 'Typed in the second window');
    await accepted(browser, 'Typed in the second window');
    expect(await streamsOf(product, VIEWER)).toBe(1);
    await browser.switchTo(first);
    await reads(browser, 'Typed in the second window');
  });

  await test.step('a page that comes back from the back-forward cache still sends and receives', async () => {
    await browser.goto(`${product.url}/legal/terms.en.html`);
    await browser.until('the terms', "return location.pathname.startsWith('/legal/')");
    await browser.run('history.back()');
    await sees(browser, 'field', '/^Message to /');
    await say(browser, 'Back in the conversation');
    expect(await accepted(browser, 'Back in the conversation')).toBe(1);
    host.say(VIEWER, 'Welcome back');
    await reads(browser, 'Welcome back');
    expect(await streamsOf(product, VIEWER)).toBe(1);
  });

  await test.step('a message that is written without a server waits through a restart of the browser and is sent once', async () => {
    await browser.run('return navigator.serviceWorker.ready.then(() => true)');
    await product.killServer();
    await say(browser, 'Written in the tunnel');
    await reads(browser, 'Written in the tunnel');
    await browser.close();
    browser = await launchWebKit();
    await browser.goto(`${product.url}/message/u_${HOST}`);
    await reads(browser, 'Written in the tunnel');
    await product.restartServer();
    expect(await accepted(browser, 'Written in the tunnel')).toBe(1);
  });

  await test.step('another user of the browser sees nothing of the first', async () => {
    await browser.goto(`${product.url}/settings`);
    await press(browser, 'Sign out');
    await reads(browser, 'Sign out of this device?');
    await press(browser, 'Sign out');
    await sees(browser, 'button', 'Continue as guest');
    await signIn(browser, product, NEXT_VIEWER);
    await browser.goto(`${product.url}/message/u_${HOST}`);
    await sees(browser, 'heading', await nameOf(product, HOST));
    expect(await browser.run('return document.body.innerText')).not.toContain('Hello from WebKit');
  });
  expect(await browser.run('return errors')).toEqual([]);
});
