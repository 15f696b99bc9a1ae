import { acts } from './prerendered.ts';

/**
 * Repeats what the visitor did before the page could handle it, each act after the one before has taken effect (`flush`). Called once the
 * elements have their handlers. `counterpart`: returns the element to repeat an act on, if the page has replaced its elements.
 */
export function repeatActs(
  counterpart: (element: HTMLElement) => HTMLElement | undefined = (element) => element,
  flush: (act: () => void) => void = (act) => act(),
): void {
  for (const { type, on, value } of acts.splice(0)) {
    const element = counterpart(on);
    if (element instanceof HTMLFormElement) flush(() => element.requestSubmit());
    else if (type === 'click') flush(() => element?.click());
    else if (element instanceof HTMLSelectElement)
      flush(() => {
        element.value = value ?? '';
        element.dispatchEvent(new Event('change', { bubbles: true }));
      });
  }
}
