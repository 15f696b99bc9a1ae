/** Focuses the first field that is marked, once the marks are drawn. */
export function goToFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], button[data-invalid]')?.focus());
}
