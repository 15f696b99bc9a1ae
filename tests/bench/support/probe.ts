import type { BrowserContext, Page } from 'playwright';

/** When something first appeared in the page: ms of wall-clock time, and ms since the navigation. */
export type Mark = { readonly at: number; readonly sinceNavigation: number };

const THREADS = 'threads';
const BUTTON = 'button';
const HEADING = 'heading';
export const firstThread = THREADS;
export const firstButton = BUTTON;
export const firstHeading = HEADING;
export const bubble = (mid: string) => `bubble ${mid}`;
const INPUTS = ['click', 'keydown'] as const;

const PATIENCE_MS = 60_000;

/**
 * Marks in every page when each bubble, the first conversation of the list, the first button and the first heading were added, and the time
 * stamps of clicks and keys.
 */
export async function watchPages(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ({ threads, button, heading, inputs }) => {
      for (const input of inputs) {
        addEventListener(input, ({ timeStamp }) => performance.mark(input, { startTime: timeStamp }), true);
      }
      const firsts = new Map([
        [threads, 'li a[href^="/message/"]'],
        [button, 'button'],
        [heading, 'h1'],
      ]);
      const seen = new Set<string>();
      const note = (element: Element) => {
        const name = `bubble ${element.getAttribute('data-mid')}`;
        if (!seen.has(name)) performance.mark(name);
        seen.add(name);
      };
      new MutationObserver((records) => {
        for (const [name, selector] of firsts) {
          if (!document.querySelector(selector)) continue;
          performance.mark(name);
          firsts.delete(name);
        }
        for (const { addedNodes } of records) {
          for (const node of addedNodes) {
            if (!(node instanceof Element)) continue;
            if (node.matches('[data-mid]')) note(node);
            for (const found of node.querySelectorAll('[data-mid]')) note(found);
          }
        }
      }).observe(document, { childList: true, subtree: true });
    },
    { threads: THREADS, button: BUTTON, heading: HEADING, inputs: INPUTS },
  );
}

/** Waits for a mark without polling, which would distort the measurement. */
export function whenMarked(page: Page, name: string): Promise<Mark> {
  return page.evaluate(
    ({ name, patience }) =>
      new Promise<Mark>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`Never in the page: ${name}`)), patience);
        const observer = new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName(name);
          if (!entry) return;
          clearTimeout(timer);
          observer.disconnect();
          resolve({ at: performance.timeOrigin + entry.startTime, sinceNavigation: entry.startTime });
        });
        observer.observe({ type: 'mark', buffered: true });
      }),
    { name, patience: PATIENCE_MS },
  );
}

/** Wall-clock time of the last click or key. */
export const lastInput = (page: Page, input: (typeof INPUTS)[number]): Promise<number> =>
  page.evaluate(
    (input) => performance.timeOrigin + (performance.getEntriesByName(input, 'mark').at(-1)?.startTime ?? Number.NaN),
    input,
  );

/** The longest task of the page's main thread since `since` (wall clock); 0 if none took more than 50 ms. */
export function longestTask(page: Page, since = 0): Promise<number> {
  return page.evaluate(
    (since) =>
      new Promise<number>((resolve) => {
        let longest = 0;
        const observer = new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries()) {
            if (performance.timeOrigin + startTime + duration >= since) longest = Math.max(longest, duration);
          }
        });
        observer.observe({ type: 'longtask', buffered: true });
        setTimeout(() => {
          observer.disconnect();
          resolve(longest);
        }, 100);
      }),
    since,
  );
}
