import { afterEach, expect, test, vi } from 'vitest';
import { refuseDrops } from '../../../../../src/messages/transfer/refuse-drops.ts';

afterEach(() => vi.unstubAllGlobals());

/** Whether the browser would still handle the event itself, on a page that has only the entry module. */
function isLeft(type: 'dragover' | 'drop', types: readonly string[]): boolean {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  refuseDrops();
  const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer: { types } });
  return page.dispatchEvent(event);
}

test('a file dropped before the app is loaded does not replace the page', () => {
  expect(isLeft('dragover', ['Files'])).toBe(false);
  expect(isLeft('drop', ['Files'])).toBe(false);
});

test('dropped text goes where the browser puts it, also when it comes with a file', () => {
  expect(isLeft('drop', ['text/plain'])).toBe(true);
  expect(isLeft('drop', ['text/plain', 'Files'])).toBe(true);
});
