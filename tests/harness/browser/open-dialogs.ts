import type { Page } from 'playwright';

/** Names of the dialogs that were open at the same moment. */
type Opened = readonly string[];

/**
 * Records which dialogs the page has open, from its next load on; call it before the page is opened. Returns a function that resolves to
 * each set of dialogs that was open at once, in order, without consecutive repeats.
 */
export async function recordDialogs(page: Page): Promise<() => Promise<readonly Opened[]>> {
  await page.addInitScript(record);
  return () => page.evaluate(() => (globalThis as unknown as { openDialogs: Opened[] }).openDialogs);
}

function record(): void {
  const seen: string[][] = [];
  Object.assign(globalThis, { openDialogs: seen });
  const nameOf = (dialog: Element) =>
    document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent ?? 'a dialog without a name';
  const look = () => {
    const open = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], dialog[open]')]
      .filter((dialog) => dialog.checkVisibility())
      .map(nameOf);
    if (open.length > 0 && open.join() !== seen.at(-1)?.join()) seen.push(open);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}
