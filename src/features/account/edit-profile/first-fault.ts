/** Focuses the first invalid field of the form after the next render. Called when saving fails the validation. */
export function goToFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], button[data-invalid]')?.focus());
}
