import type { Page } from 'playwright';

/** Slow machines take their time; one that takes longer has a page that never comes to rest. */
const PATIENCE_MS = 60_000;

/**
 * Resolves when what is in sight is as it stays: fonts are there, pictures have come or cannot come, nothing is a skeleton,
 * busy or on its way to another place. For looks at the whole page; what a test waits for by name needs none.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const inSight = (element: Element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        return (
          width > 0 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && element.checkVisibility()
        );
      };
      const waits = document.querySelectorAll('[aria-busy="true"], [data-skeleton], img');
      const moves = document.getAnimations().some(({ playState, effect }) => {
        // What goes on and on is decoration.
        const once = effect?.getComputedTiming().iterations === 1;
        return playState === 'running' && once;
      });
      return (
        document.fonts.status === 'loaded' &&
        !moves &&
        ![...waits].some((element) => !(element instanceof HTMLImageElement && element.complete) && inSight(element))
      );
    },
    undefined,
    { timeout: PATIENCE_MS },
  );
}
