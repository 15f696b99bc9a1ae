import { expect } from 'playwright/test';
import { signIn, test } from '../../base.ts';

// The browser reports the request that is lost on purpose.
test.use({ allowedProblems: [/ERR_FAILED|Failed to fetch dynamically imported module/] });

test('a conversation opens although its script was lost once on the way', { tag: '@phone' }, async ({ page }) => {
  const asked: string[] = [];
  await page.route(/\/assets\/open-conversation-[^/]*\.js/, (route) => {
    const request = route.request();
    // Whether the file is gone is asked by HEAD.
    if (request.method() !== 'GET') return route.continue();
    asked.push(new URL(request.url()).search);
    return asked.length === 1 ? route.abort() : route.continue();
  });
  await signIn(page, 100001, '/message/u_9003');
  await expect(page.getByRole('button', { name: 'Start a chat' })).toBeVisible();
  expect(asked).toEqual(['', '?again=1']);
});
