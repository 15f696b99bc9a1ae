import { expect, test } from 'vitest';
import { isSendKey } from '../../../../src/ui/keys.ts';

const ENTER = { key: 'Enter', keyCode: 13, shiftKey: false, ctrlKey: false, metaKey: false };

test.each([
  ['Enter on a desktop', ENTER, false, true],
  ['Enter on a touch device', ENTER, true, false],
  ['Shift+Enter on a desktop', { ...ENTER, shiftKey: true }, false, false],
  ['Control+Enter on a tablet with a keyboard', { ...ENTER, ctrlKey: true }, true, true],
  ['Command+Enter on a tablet with a keyboard', { ...ENTER, metaKey: true }, true, true],
  ['Control+Enter on a desktop', { ...ENTER, ctrlKey: true }, false, true],
  ['the Enter that ends a composition in Safari', { ...ENTER, keyCode: 229 }, false, false],
  ['the Control+Enter that an input method uses', { ...ENTER, ctrlKey: true, keyCode: 229 }, true, false],
  ['another key', { ...ENTER, key: 'a', keyCode: 65 }, false, false],
])('%s decides whether the message is sent', (_name, event, isTouch, sends) => {
  expect(isSendKey(event, isTouch)).toBe(sends);
});
