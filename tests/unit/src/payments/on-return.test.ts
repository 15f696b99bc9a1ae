import { expect, test, vi } from 'vitest';
import { onReturn } from '../../../../src/features/payments/pay/on-return.ts';

function openPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { page: page as EventTarget & Pick<Document, 'visibilityState'>, show };
}

test('a page that was hidden by another app goes on once when the user comes back', () => {
  const { page, show } = openPage();
  const run = vi.fn();
  onReturn(page, run);
  show('hidden');
  expect(run).not.toHaveBeenCalled();
  show('visible');
  show('hidden');
  show('visible');
  expect(run).toHaveBeenCalledTimes(1);
});

test('a page that stays visible, or stops waiting, does not go on', () => {
  const { page, show } = openPage();
  const run = vi.fn();
  const stop = onReturn(page, run);
  show('visible');
  show('hidden');
  stop();
  show('visible');
  expect(run).not.toHaveBeenCalled();
});
