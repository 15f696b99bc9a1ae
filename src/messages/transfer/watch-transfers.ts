import i18next from 'i18next';
import { openPanel, panelNow } from '../../ui/dialog/panel.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { insertText } from '../insert-text.ts';
import { transferredText } from './transferred-text.ts';
import { fileTarget } from './use-file-target.ts';

const isInput = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');

/** Takes pasted or dropped files: they open the send sheet of the open conversation, but text with files goes into its input. */
function take(event: Event, data: DataTransfer | null): void {
  const files = [...(data?.files ?? [])];
  if (!data || files.length === 0) return;
  const text = transferredText({ files, getData: (format) => data.getData(format) });
  // The browser itself inserts text that is pasted or dropped into an input.
  if (text !== '' && isInput(event.target)) return;
  const target = fileTarget();
  // The browser would navigate to a dropped file.
  event.preventDefault();
  if (!target || panelNow()) {
    if (event.type === 'drop') showToast(i18next.t('common:dropFiles'));
  } else if (text === '') openPanel('send', { tid: target.tid, files });
  else if (target.field.current) insertText(target.field.current, text);
}

/** Handles files that are pasted or dropped anywhere in the app, from now on. The app calls it once, at its start. */
export function watchTransfers(): void {
  addEventListener('drop', (event) => take(event, event.dataTransfer));
  addEventListener('paste', (event) => take(event, event.clipboardData));
}
