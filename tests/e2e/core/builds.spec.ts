import { expect } from 'playwright/test';
import { TEST_BUILDS } from '../../../tools/test/test-builds.ts';
import { composerOf, logOf, say, startChat } from '../../harness/chat.ts';
import { signIn, test } from '../base.ts';
import { streamsOf } from './streams.ts';

const VIEWER = 264457002;

// The server is unreachable while it changes builds, and a chunk that the older page has not fetched by then returns 404.
test.use({
  ownProduct: true,
  allowedProblems: [
    /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|502|WebSocket connection|status of 404 .*\/assets\/[\w-]+\.js(\?again=\d)?\)/,
  ],
});

test('the tab with the older build gives up its stream, keeps typed text and asks to reload when a newer build opens', {
  tag: '@desk',
}, async ({ openBrowser, product }) => {
  // Without a service worker the second tab loads the newer build at once, as it would after an update.
  const context = await openBrowser({ serviceWorkers: 'block' });
  const old = context.pages()[0] ?? (await context.newPage());
  await signIn(old, VIEWER);
  await startChat(old, '9003');
  await say(old, 'written in the older build');

  await product.restartServer({ distDir: TEST_BUILDS.newer.outDir });
  const young = await context.newPage();
  await young.goto(new URL(old.url()).pathname);
  await expect(logOf(young).getByText('written in the older build')).toBeVisible();

  const stale = old.getByRole('status', { name: 'A new version is ready' });
  await expect(stale).toContainText('A newer version is open in another tab');
  await expect.poll(() => streamsOf(product, VIEWER)).toBe(1);
  await say(young, 'written in the newer build');
  await expect(logOf(old).getByText('written in the newer build')).toBeVisible();

  await say(old, 'typed into the stale tab');
  await expect(composerOf(old)).toHaveValue('typed into the stale tab');
  await stale.getByRole('button', { name: 'Reload' }).click();
  await expect(composerOf(old)).toBeVisible();
  await say(old, 'written after the reload');
  await expect(logOf(young).getByText('written after the reload')).toBeVisible();
  await expect.poll(() => streamsOf(product, VIEWER)).toBe(1);
});
