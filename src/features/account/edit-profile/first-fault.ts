/** Focuses the first invalid field after the next render. */
export function goToFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], button[data-invalid]')?.focus());
}
