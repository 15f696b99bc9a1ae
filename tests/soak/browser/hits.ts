import type { BrowserContext, Page } from 'playwright';
import { CANARY } from './corpus.ts';

/** Elements and attributes that injected markup would leave behind. The app itself draws none of them. */
export const MARKS =
  'script:not([src]), iframe, object, embed, applet, base, math, portal, svg script, svg foreignObject, meta[http-equiv="refresh"], ' +
  '[onerror], [onload], [onfocus], [onclick], [ontoggle], [onbegin], [srcdoc], [formaction], [ping], ' +
  'a[href^="javascript:" i], a[href^="data:" i], a[href^="vbscript:" i], area, marquee, frameset';

export type Hits = {
  /** Effects so far: scripts that ran, dialogs, new pages, requests, and actions that the CSP blocked. */
  readonly done: readonly string[];
  /** The same, and markup that is now part of the page. */
  look(page: Page): Promise<readonly string[]>;
};

/** Watches all pages of a browser from their start. */
export async function watchHits(context: BrowserContext): Promise<Hits> {
  const done: string[] = [];
  const note = (what: string) => void done.push(what);
  const follow = (page: Page) => {
    page.on('dialog', (dialog) => {
      note(`dialog ${dialog.message()}`);
      dialog.dismiss().catch(() => {});
    });
    page.on('popup', (popup) => note(`new page ${popup.url()}`));
  };
  context.pages().forEach(follow);
  context.on('page', follow);
  context.on('request', (request) => {
    if (request.url().includes(CANARY) && new URL(request.url()).hostname.includes('canary'))
      note(`request ${request.url()}`);
  });
  await context.exposeFunction('hit', (what = 'ran') => note(String(what)));
  await context.addInitScript(() => {
    const { hit } = globalThis as unknown as { hit: (what: string) => void };
    Object.defineProperty(globalThis, '__hit', { set: () => hit('ran __hit') });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      hit(`policy ${violatedDirective} stopped ${blockedURI} ${sample}`),
    );
  });
  return {
    done,
    async look(page) {
      const found = await page.locator(MARKS).evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 200)));
      return [...done, ...found.map((html) => `markup ${html}`)];
    },
  };
}
