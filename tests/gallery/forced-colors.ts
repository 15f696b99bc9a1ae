import type { Page } from 'playwright';

/**
 * Returns the controls, surfaces and chosen states of the screen that have no visible bound in forced colours, where shadows and
 * backgrounds are
 * gone, and the controls whose focus is not visible. The colours are forced only meanwhile. Each control gets the focus once, which a
 * screen may react to, so this is the last check of a screen.
 */
export async function faultsInForcedColors(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  try {
    // After a key, `focus()` counts as a focus by the keyboard (`:focus-visible`). No control uses this one.
    await page.keyboard.press('ScrollLock');
    return await page.evaluate(findFaults);
  } finally {
    await page.emulateMedia({ forcedColors: 'none' });
  }
}

function findFaults(): readonly string[] {
  const CONTROLS =
    'button, input, textarea, select, summary, a[href], [role="button"], [role="switch"], [role="option"], [role="menuitem"]';
  const FOCUSABLE = `${CONTROLS}, [tabindex], [contenteditable="true"]`;
  /** A message is drawn by its bubble, but a sticker and a line of the service have none; a slider by its thumb. */
  const SURFACES =
    'article:not([data-mid]), [data-mid]:not([data-bare], [data-centred]) > :first-child, dialog, nav, aside, [role="dialog"], ' +
    '[role="alertdialog"], [role="menu"], [role="listbox"], [role="meter"], :not(label):has(> input[type="range"])';
  const CHOSEN =
    '[aria-pressed="true"], [aria-selected="true"], [aria-checked="true"], [aria-current="page"], label > input:checked';
  const widthOf = (width: string, style: string) => (style === 'none' ? 0 : Number.parseFloat(width));
  /** Width of the thickest line around the element, px. */
  const boundOf = (element: Element) => {
    const { outlineWidth, outlineStyle, borderBlockEndWidth, borderBlockEndStyle } = getComputedStyle(element);
    return Math.max(widthOf(outlineWidth, outlineStyle), widthOf(borderBlockEndWidth, borderBlockEndStyle));
  };
  const isDrawn = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && Number(getComputedStyle(element).opacity) > 0 && element.checkVisibility();
  };
  /** The element that is drawn for a control: the label of an invisible input. */
  const drawnFor = (control: Element) => (isDrawn(control) ? control : (control.closest('label') ?? undefined));
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)}`;
  const isUnderlined = (element: Element) => getComputedStyle(element).textDecorationLine.includes('underline');

  const active = (selector: string) =>
    [...document.querySelectorAll(selector)].filter(
      (element) => !element.closest('[inert], [aria-hidden="true"], [hidden]'),
    );
  const controls = active(CONTROLS)
    .map((control) => drawnFor(control))
    .filter((drawn) => drawn !== undefined && isDrawn(drawn))
    .filter((drawn) => drawn !== undefined && boundOf(drawn) < 1 && !isUnderlined(drawn))
    .map((drawn) => `${drawn ? nameOf(drawn) : ''} has no bound`);
  const surfaces = active(SURFACES)
    .filter((surface) => isDrawn(surface) && boundOf(surface) < 1)
    .map((surface) => `surface ${nameOf(surface)} has no bound`);
  const chosen = active(CHOSEN)
    .map((control) => drawnFor(control))
    .filter((drawn) => drawn !== undefined && isDrawn(drawn) && boundOf(drawn) < 3)
    .map((drawn) => `${drawn ? nameOf(drawn) : ''} does not look chosen`);

  const before = document.activeElement;
  const unfocused: string[] = [];
  for (const control of active(FOCUSABLE)) {
    if (!(control instanceof HTMLElement) || control.tabIndex < 0) continue;
    control.focus({ preventScroll: true });
    if (document.activeElement !== control) continue;
    const drawn = drawnFor(control);
    if (!drawn || boundOf(drawn) < 3) unfocused.push(`${nameOf(control)} shows no focus`);
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return [...new Set([...controls, ...surfaces, ...chosen, ...unfocused])];
}
