import { expect, type Page } from 'playwright/test';
import { signIn, test } from '../../base.ts';
import { bubble, composer, say, startChat } from '../acts.ts';
import { openPeer, uidOf } from '../peer.ts';

const HOST = 9007;
const MINUTES = 5;

/** Records from now on what enters the live regions of the page, and the regions that are added with a text. */
async function recordSpoken(page: Page): Promise<() => Promise<readonly string[]>> {
  const texts = await page.evaluateHandle(() => {
    const spoken: string[] = [];
    const LIVE = '[role="status"], [role="alert"], [role="log"], [aria-live], output';
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        const near = target instanceof Element ? target : target.parentElement;
        const region = near?.closest(LIVE);
        const isSpoken = region && region.getAttribute('aria-live') !== 'off';
        const added = type === 'characterData' ? [target] : [...addedNodes];
        if (!isSpoken) {
          const regions = added.flatMap((node) =>
            node instanceof Element ? [node, ...node.querySelectorAll(LIVE)].filter((one) => one.matches(LIVE)) : [],
          );
          const live = regions.filter((one) => one.getAttribute('aria-live') !== 'off');
          spoken.push(...live.map(({ textContent }) => textContent).filter((text) => text.trim() !== ''));
          continue;
        }
        spoken.push(...added.map(({ textContent }) => textContent ?? '').filter((text) => text.trim() !== ''));
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
    return spoken;
  });
  return () => texts.jsonValue();
}

async function passMinutes(page: Page): Promise<void> {
  for (let minute = 0; minute < MINUTES; minute += 1) await page.clock.fastForward(60_000);
}

test('a screen reader speaks a message that arrives, and nothing else in ten minutes of ordinary use', {
  tag: '@desk',
}, async ({ page, product }) => {
  await page.clock.install();
  await signIn(page, 100001);
  await page.goto('/goddess');
  await expect(page.getByText('Last updated now')).toBeVisible();
  const onWall = await recordSpoken(page);
  await passMinutes(page);
  await expect(page.getByText(/^Last updated [45] ?m/)).toBeVisible();
  expect(await onWall()).toEqual([]);

  await page.goto('/message');
  await startChat(page, HOST);
  await say(page, 'Good evening');
  await expect(bubble(page, 'Good evening').getByRole('img', { name: /Sent|Delivered|Seen/ })).toBeVisible();
  const inChat = await recordSpoken(page);
  await passMinutes(page);
  await composer(page).fill('half a sentence');
  expect(await inChat()).toEqual([]);
  const peer = await openPeer(product, HOST);
  peer.say(await uidOf(page), 'Hello there');
  await expect(bubble(page, 'Hello there')).toBeVisible();
  await expect.poll(inChat).toEqual([expect.stringContaining('Hello there')]);
  await peer.leave();
});
