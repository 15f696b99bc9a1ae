import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import { card } from './hosts.ts';

declare global {
  interface Window {
    /** For each view transition, the pseudo-elements that it animated. */
    moves?: Promise<string[]>[];
  }
}

/** The time a transition waits for the next page (src/app/move-portrait.ts). */
const PATIENCE_MS = 250;

/** Records view transitions. A busy machine gets a longer timeout for them. */
const noteMoves = (page: Page) =>
  page.addInitScript((patience) => {
    const wait = window.setTimeout;
    window.setTimeout = ((run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      wait(run, ms === patience ? 3_000 : ms, ...rest)) as typeof setTimeout;
    const moves: Promise<string[]>[] = [];
    window.moves = moves;
    const start = document.startViewTransition;
    document.startViewTransition = function (change) {
      const transition = start.call(this, change);
      const parts = () =>
        document
          .getAnimations()
          .map(({ effect }) => (effect instanceof KeyframeEffect ? String(effect.pseudoElement) : ''));
      moves.push(transition.ready.then(parts, () => []));
      return transition;
    };
  }, PATIENCE_MS);

const moves = (page: Page) => page.evaluate(() => Promise.all(window.moves ?? []));
const PORTRAIT = '::view-transition-group(portrait)';

test('a portrait moves from its card to the profile, unless the user prefers reduced motion', async ({
  page,
  motion,
}) => {
  await noteMoves(page);
  await enterAsGuest(page, '/goddess');
  const her = page.getByRole('heading', { level: 1, name: /^Asha/ });
  // The first visit fetches the page's script, so the page may appear without a transition.
  await card(page, 'Asha').click();
  await expect(her).toBeVisible();
  await page.goBack();
  await card(page, 'Asha').click();
  await expect(her).toBeVisible();
  const carried = (await moves(page)).map((parts) => parts.includes(PORTRAIT));
  expect(carried.slice(1)).toEqual(motion === 'reduce' ? [] : [true]);
});

test('a page without the portrait of the card appears without a transition', { tag: '@phone' }, async ({ page }) => {
  await noteMoves(page);
  await enterAsGuest(page, '/goddess');
  await expect(card(page, 'Asha')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' }).click();
  await expect(page).toHaveURL(/\/message$/);
  expect(await moves(page)).toEqual([]);
});
