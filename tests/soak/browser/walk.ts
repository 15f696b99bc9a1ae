import type { Page } from 'playwright';

/** An address in the app, and a text to wait for in its log or dialog. Without `until`, the first drawing is enough. */
export type Step = { readonly path: string; readonly until?: string };
export type Walk = {
  /** Number of addresses that the browser refused. */
  readonly refused: number;
  /** Number of messages that were drawn. */
  readonly articles: number;
  /** Injected markup, and addresses whose text never appeared. */
  readonly found: readonly string[];
};

/**
 * Visits addresses as links in the app do, without a page load, and searches for `marks` at each. All of it runs in the page, as a round
 * trip per address would take longer than the visit.
 */
export const walk = (page: Page, steps: readonly Step[], marks: string): Promise<Walk> =>
  page.evaluate(
    async ([all, marked]) => {
      const PATIENCE_MS = 30_000;
      const found: string[] = [];
      let [refused, articles] = [0, 0];
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const turn = () => new Promise((resolve) => setTimeout(resolve));
      const said = (words: string) => document.querySelector('[role="log"]')?.textContent.includes(words) === true;
      for (const { path, until } of all) {
        try {
          const { href } = new URL(path, location.href);
          history.pushState(null, '', path);
          // A browser may ignore navigations that are too frequent.
          if (location.href !== href) found.push(`not gone to ${path}`);
          dispatchEvent(new PopStateEvent('popstate'));
        } catch {
          refused += 1;
        }
        const begun = performance.now();
        await turn();
        while (until !== undefined && !said(until)) {
          if (performance.now() - begun > PATIENCE_MS) {
            found.push(`nothing drawn at ${path}`);
            break;
          }
          await frame();
        }
        if (until !== undefined)
          articles += document.querySelectorAll('[role="log"] [role="article"], [role="log"] article').length;
        for (const { outerHTML } of document.querySelectorAll(marked)) found.push(`markup ${outerHTML.slice(0, 200)}`);
      }
      await frame();
      return { refused, articles, found };
    },
    [steps, marks] as const,
  );
