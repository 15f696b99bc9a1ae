/** Focuses the first invalid field of the profile form after the next render. Called when the form could not be saved. */
export function goToFirstFault(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], button[data-invalid]')?.focus());
}
