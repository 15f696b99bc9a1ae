/**
 * Replaces a part of a field's text, by default the selection, as if the user had typed it: `input` is dispatched, the caret is behind the
 * text, and the browser's undo restores the previous text. Assigning `value` would end the undo history.
 */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  { from = field.selectionStart, to = field.selectionEnd }: { readonly from?: number; readonly to?: number } = {},
): void {
  const focused = field.ownerDocument.activeElement;
  const { inputMode } = field;
  // Only a focused field takes the command; on a touch device the focus must not open the keyboard.
  if (focused !== field) field.inputMode = 'none';
  field.focus({ preventScroll: true });
  field.setSelectionRange(from, to);
  // Deprecated, but the only way into the undo history (W3C Input Events have none).
  if (!document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) {
    field.setRangeText(text, from, to, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  if (focused === field) return;
  // A tap focuses no button in Safari, and the body takes no focus.
  if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true });
  else field.blur();
  field.inputMode = inputMode;
}
