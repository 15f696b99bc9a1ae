import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { draw, ROOT } from '../root.ts';
import { endRecording } from './prerendered.ts';
import { repeatActs } from './repeat-acts.ts';

/** Time after which an app that shows other words replaces the prerendered page, ms. */
const PATIENCE_MS = 3_000;

const isField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/**
 * Returns a function that finds the element of `coming` that looks like one of `shown`: its nth of the same tag, classes and words;
 * undefined if there is none.
 */
const createFinder = (shown: Element, coming: Element) => (element: HTMLElement) => {
  const words = (like: Element) => [like.getAttribute('name') ?? '', like.ariaLabel ?? '', like.textContent].join('\n');
  const alike = (inside: Element) =>
    Array.from(inside.querySelectorAll<HTMLElement>(element.tagName)).filter(
      (one) => one.className === element.className && words(one) === words(element),
    );
  return alike(coming)[alike(shown).indexOf(element)];
};

/** Types a text into a field that React controls: set through the element's own property, the change would pass unnoticed. */
function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Shows `coming` in place of `shown`, with the typed texts, the scroll positions, the focus and the selection of the visitor. */
function replace(shown: HTMLElement, coming: HTMLElement): void {
  const find = createFinder(shown, coming);
  const focused = document.activeElement;
  coming.hidden = false;
  // The animations of `coming` continue where those of the prerendered page are, which all began with its first frame; `getAnimations`
  // reports no ended ones.
  const startedAt = shown.getAnimations({ subtree: true })[0]?.startTime ?? 0;
  for (const animation of coming.getAnimations({ subtree: true })) animation.startTime = startedAt;
  for (const element of shown.querySelectorAll<HTMLElement>('*')) {
    const like = element.scrollTop > 0 ? find(element) : undefined;
    if (like) like.scrollTop = element.scrollTop;
  }
  for (const field of shown.querySelectorAll<HTMLElement>('input, textarea')) {
    const like = find(field);
    if (like && isField(like) && isField(field) && field.value !== field.defaultValue)
      flushSync(() => type(like, field.value));
  }
  const target =
    focused instanceof HTMLElement && shown.contains(focused)
      ? find(focused)
      : coming.querySelector<HTMLElement>('[role="dialog"]');
  target?.focus({ preventScroll: true });
  if (target && focused && isField(target) && isField(focused))
    target.setSelectionRange(focused.selectionStart, focused.selectionEnd, focused.selectionDirection ?? undefined);
  shown.remove();
  endRecording();
  repeatActs(find, flushSync);
}

/**
 * Draws the app into a hidden element behind the prerendered page, which it replaces as soon as it shows the same words, so that the
 * visitor sees no change; at once after a redirect, and 3 s after its first words in any case.
 */
export function takeOver(app: ReactNode): void {
  const { pathname } = location;
  const coming = document.createElement('div');
  ROOT.removeAttribute('id');
  coming.id = 'root';
  coming.hidden = true;
  ROOT.after(coming);
  let patience: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    watcher.disconnect();
    clearTimeout(patience);
    replace(ROOT, coming);
  };
  const watcher = new MutationObserver(() => {
    const words = coming.textContent;
    if (words === ROOT.textContent || location.pathname !== pathname) end();
    // Counted from its first words, however long the app takes for them.
    else if (words !== '') patience ??= setTimeout(end, PATIENCE_MS);
  });
  watcher.observe(coming, { childList: true, subtree: true, characterData: true });
  draw(app, coming);
}
