import pg from 'pg';
import { expect } from 'playwright/test';
import type { Browser, Page } from 'puppeteer-core';
import { streamsOf } from '../e2e/core/streams.ts';
import { openPeer } from '../e2e/pages/peer.ts';
import type { Product } from '../harness/browser/product.ts';
import { dismissPrompts, signIn, test } from './base.ts';
import { countInLog, named, press, say, waitForMark } from './launch.ts';

const VIEWER = 100001;
const HOST = 9001;

test.use({ ownProduct: true });

async function openTab(firefox: Browser, url: string): Promise<Page> {
  const page = await firefox.newPage();
  await page.evaluateOnNewDocument(dismissPrompts);
  await page.goto(url);
  return page;
}

/** How many messages with this text lie in the archive of a person. */
async function archivedOf(product: Product, uid: number, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      'select count(*)::int as found from archive where owner = $1 and stanza like $2',
      [uid, `%${text}%`],
    );
    return rows[0].found;
  } finally {
    await client.end();
  }
}

test('Firefox: people sign in, chat in two tabs over one stream, read without a server, and what waits is sent once', async ({
  firefox,
  product,
}) => {
  const page = await openTab(firefox, `${product.url}/userpassword`);
  // Firefox reports a script that a page is still loading when it is left.
  await named(page, 'textbox', 'User ID').wait();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));

  await test.step('signs in', () => signIn(page, product, VIEWER));

  const host = await openPeer(product, HOST);
  await test.step('writes to a host and is answered', async () => {
    await page.goto(`${product.url}/message/u_${HOST}`);
    await press(page, 'Start a chat');
    await say(page, 'Hello from another engine');
    await waitForMark(page, 'Hello from another engine', ['Sent', 'Delivered', 'Seen']);
    host.say(VIEWER, 'I hear you well');
    expect(await countInLog(page, 'I hear you well')).toBe(1);
  });

  const other = await test.step('a second tab shows the same over the same stream', async () => {
    const second = await openTab(firefox, `${product.url}/message/u_${HOST}`);
    expect(await countInLog(second, 'I hear you well')).toBe(1);
    await say(second, 'Typed in the second tab');
    expect(await countInLog(page, 'Typed in the second tab')).toBe(1);
    await waitForMark(page, 'Typed in the second tab', ['Sent', 'Delivered', 'Seen']);
    expect(await streamsOf(product, VIEWER)).toBe(1);
    return second;
  });

  await test.step('goes on when the tab that dialled is closed', async () => {
    await page.close();
    host.say(VIEWER, 'Are you still there?');
    expect(await countInLog(other, 'Are you still there?')).toBe(1);
    expect(await streamsOf(product, VIEWER)).toBe(1);
  });

  await test.step('reloads without a server, and what is written then waits', async () => {
    await other.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await product.killServer();
    await other.reload();
    expect(await countInLog(other, 'Are you still there?')).toBe(1);
    await say(other, 'Written in the tunnel');
    await waitForMark(other, 'Written in the tunnel', ['Sending']);
  });

  await test.step('sends it once when the server is back', async () => {
    await product.restartServer();
    await waitForMark(other, 'Written in the tunnel', ['Sent', 'Delivered', 'Seen']);
    expect(await countInLog(other, 'Written in the tunnel')).toBe(1);
    expect(await archivedOf(product, HOST, 'Written in the tunnel')).toBe(1);
  });
  expect(problems).toEqual([]);
});
