import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from '../base.ts';
import { enterAsGuest } from './acts.ts';
import { card } from './hosts.ts';

declare global {
  interface Window {
    /** What each move of the page carried over, as the browser names its parts. */
    moves?: Promise<string[]>[];
  }
}

/** Notes what moves, without a hand in it. */
const noteMoves = (page: Page) =>
  page.addInitScript(() => {
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
  });

const moves = (page: Page) => page.evaluate(() => Promise.all(window.moves ?? []));
const PORTRAIT = '::view-transition-group(portrait)';

test('a portrait moves from its card to the profile, where things may move', async ({ page, motion }) => {
  await noteMoves(page);
  await enterAsGuest(page);
  await page.goto('/goddess');
  await card(page, 'Asha').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Asha');
  const carried = (await moves(page)).map((parts) => parts.includes(PORTRAIT));
  expect(carried).toEqual(motion === 'reduce' ? [] : [true]);
});

test('to where there is no portrait of the one on the card, the page changes at once', async ({ page }) => {
  await noteMoves(page);
  await enterAsGuest(page);
  await page.goto('/goddess');
  await expect(card(page, 'Asha')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' }).click();
  await expect(page).toHaveURL(/\/message$/);
  expect(await moves(page)).toEqual([]);
});
