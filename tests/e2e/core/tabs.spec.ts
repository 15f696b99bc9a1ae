import type { BrowserContext, Page } from 'playwright';
import { expect } from 'playwright/test';
import { boundHere } from '../../../tools/test/slow-machine.ts';
import type { Product } from '../../harness/browser/product.ts';
import { readTable } from '../../harness/browser/rows.ts';
import { composerOf, logOf, say, startChat } from '../../harness/chat.ts';
import { findWorker, killWorker, workersOf } from '../../harness/load/workers.ts';
import { signIn, test } from '../base.ts';
import { openPeer } from '../pages/peer.ts';
import { clearSiteData } from './site-data.ts';
import { streamsOf } from './streams.ts';

const VIEWER = 100001;
const HOST = 9002;
const WORKER_BACK_MS = 3_000;
type Way = 'a SharedWorker' | 'no SharedWorker';

test.describe.configure({ mode: 'default' });

/** Opens a conversation of the viewer in `count` tabs. The first tab opens the stream. */
async function openTabs(context: BrowserContext, count: number, way: Way = 'a SharedWorker'): Promise<Page[]> {
  // Simulates a browser without SharedWorker.
  if (way === 'no SharedWorker') await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  const first = context.pages()[0] ?? (await context.newPage());
  await signIn(first, VIEWER);
  await startChat(first, String(HOST));
  const tabs = [first];
  while (tabs.length < count) {
    const tab = await context.newPage();
    await tab.goto(new URL(first.url()).pathname);
    await expect(composerOf(tab)).toBeVisible();
    tabs.push(tab);
  }
  return tabs;
}

/** A message in the log that the server has acknowledged. */
const arrived = (page: Page, text: string) =>
  logOf(page)
    .getByRole('article')
    .filter({ hasText: text })
    .filter({ hasNot: page.getByRole('img', { name: 'Sending' }) });

/** Receives a message in the conversation that the tab shows, and expects that it counts as read. */
async function expectWatched(tab: Page, product: Product, text: string): Promise<void> {
  const peer = await openPeer(product, HOST);
  peer.say(VIEWER, text);
  await expect(logOf(tab).getByRole('article').filter({ hasText: text })).toBeVisible();
  const [thread] = (await readTable(tab, 'chat', 'threads')).filter(({ id }) => id === HOST);
  expect(thread?.['unread']).toBe(0);
  peer.leave();
}

for (const way of ['a SharedWorker', 'no SharedWorker'] as const) {
  test.describe(`with ${way}`, () => {
    test('five tabs share one stream, show what was typed in any of them, and continue and watch their conversation when the tab that opened the stream is closed', {
      // The takeover of a closed tab's core must be done within the timeout, so no other test runs beside it.
      tag: '@timed',
    }, async ({ context, product }) => {
      const tabs = await openTabs(context, 5, way);
      await expect.poll(() => streamsOf(product, VIEWER)).toBe(1);
      for (const [index, tab] of tabs.entries()) await say(tab, `typed in tab ${index} ${way}`);
      for (const tab of tabs) {
        for (const index of tabs.keys())
          await expect(arrived(tab, `typed in tab ${index} ${way}`).first()).toBeVisible();
      }
      expect(await streamsOf(product, VIEWER)).toBe(1);

      const [first, second, third] = tabs;
      if (!first || !second || !third) throw new Error('Five tabs were asked for');
      await say(first, `last words ${way}`);
      // The message is drawn from the database, so by then it is stored and survives the tab, which may run the core.
      await expect(
        logOf(first)
          .getByRole('article')
          .filter({ hasText: `last words ${way}` }),
      ).toBeVisible();
      await first.close();
      await expect(arrived(second, `last words ${way}`).first()).toBeVisible();
      await say(second, `still here ${way}`);
      await expect(arrived(third, `still here ${way}`).first()).toBeVisible();
      await expect.poll(() => streamsOf(product, VIEWER)).toBe(1);
      await expectWatched(second, product, `seen in the next core ${way}`);
    });
  });
}

test('nothing is sent, stored or drawn for another account when site data is cleared under two open tabs', {
  tag: '@desk',
}, async ({ product, openBrowser }) => {
  const world = { product, openBrowser, former: VIEWER, other: 264457003, host: HOST };
  expect(await clearSiteData(world, { cleared: 'IndexedDB alone', tabs: 2, next: 'another person' })).toEqual([]);
});

test('a killed worker is replaced within three seconds, and text that was typed meanwhile is sent once', {
  tag: '@timed',
}, async ({ context, product }) => {
  const [tab, other] = await openTabs(context, 2);
  if (!tab || !other) throw new Error('Two tabs were asked for');
  const worker = await findWorker(context);
  const exchange = async (first: string, second: string) => {
    const beganAt = Date.now();
    await say(tab, first);
    await say(other, second);
    await expect(arrived(other, first).first()).toBeVisible();
    return Date.now() - beganAt;
  };
  const ordinaryMs = await exchange('before the end', 'before the end too');

  const killedAt = Date.now();
  await killWorker(context, worker);
  await exchange('into the gap', 'from the other tab');
  expect(Date.now() - killedAt - ordinaryMs).toBeLessThanOrEqual(boundHere(WORKER_BACK_MS));

  await expect(arrived(tab, 'from the other tab').first()).toBeVisible();
  await expect(logOf(tab).getByText('into the gap')).toHaveCount(1);
  await expect(composerOf(tab)).toHaveValue('');
  await expect.poll(async () => (await workersOf(context, 'shared_worker')).length).toBe(1);
  await expectWatched(tab, product, 'seen in the next worker');
});

test('the app works without a shared worker that was started but never runs', { tag: '@desk' }, async ({ context }) => {
  await context.addInitScript(() => {
    const Real = SharedWorker;
    // Simulates a worker whose script failed to load: its port exists and never answers.
    function Stuck(url: string, options: WorkerOptions) {
      const stuck = Object.assign(new EventTarget(), { port: new MessageChannel().port1 });
      return options.name === 'core' ? stuck : new Real(url, options);
    }
    Object.assign(window, { SharedWorker: Stuck });
  });
  const [tab, other] = await openTabs(context, 2);
  if (!tab || !other) throw new Error('Two tabs were asked for');
  await say(tab, 'past the stuck one');
  await expect(arrived(other, 'past the stuck one').first()).toBeVisible();
});

test.describe('without a SharedWorker', () => {
  test.use({ allowedProblems: [/Page crashed/] });

  test('another tab takes over within three seconds when the tab that runs the core crashes', {
    tag: '@timed',
  }, async ({ context }) => {
    const [host, other] = await openTabs(context, 2, 'no SharedWorker');
    if (!host || !other) throw new Error('Two tabs were asked for');
    const session = await context.newCDPSession(host);
    const beganAt = Date.now();
    await say(other, 'before the crash');
    await expect(arrived(other, 'before the crash').first()).toBeVisible();
    const ordinaryMs = Date.now() - beganAt;
    const crashedAt = Date.now();
    // The crashed tab does not answer this command.
    session.send('Page.crash').catch(() => {});
    await host.waitForEvent('crash');
    await say(other, 'after the crash');
    await expect(arrived(other, 'after the crash').first()).toBeVisible();
    expect(Date.now() - crashedAt - ordinaryMs).toBeLessThanOrEqual(boundHere(WORKER_BACK_MS));
  });
});
