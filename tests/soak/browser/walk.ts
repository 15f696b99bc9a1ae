import type { Page } from 'playwright';

/** A place of the app, and words that its log or its dialog says as soon as it is drawn; without, what is drawn at once counts. */
export type Step = { readonly path: string; readonly until?: string };
export type Walk = {
  /** Addresses that the browser did not take. */
  readonly refused: number;
  /** Messages that were drawn. */
  readonly articles: number;
  /** Markup that one of them became, and places whose words never came. */
  readonly found: readonly string[];
};

/**
 * Goes from place to place as links in the app do, without another load, and looks for `marks` at each. All of it happens in the
 * page: a round trip per place would take longer than the place.
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
          // A browser may leave out what comes too often.
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
