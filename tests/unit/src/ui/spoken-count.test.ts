import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { MESSAGE_MAX_CHARS } from '../../../../contract/chat/rules.ts';
import { CharsLeft } from '../../../../src/messages/composer/chars-left.tsx';
import { Field } from '../../../../src/ui/input/field.tsx';
import { countsReached } from '../../../../src/ui/input/use-text-fault.ts';

vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (key: string, values?: { count: number }) => `${key} ${values?.count ?? ''}`.trim() }),
}));

/** Whether a key that leaves this many characters is spoken. */
const isSpoken = (left: number) => countsReached(left) !== countsReached(left + 1);
/** Texts of the elements that a screen reader speaks when they change. */
const liveTexts = (html: string) =>
  [...html.matchAll(/<(\w+)[^>]* role="(?:status|alert)"[^>]*>([^<]*)</g)].map(([, , text]) => text);
const composed = (left: number) =>
  renderToStaticMarkup(createElement(CharsLeft, { text: 'x'.repeat(MESSAGE_MAX_CHARS - left) }));

test('a text is spoken about only when it reaches 100, 20 or no characters left, or becomes too long', () => {
  const keys = Array.from({ length: 300 }, (_, at) => 200 - at);
  expect(keys.filter(isSpoken)).toEqual([100, 20, 0, -1]);
});

test('a composer shows the count of the last 200 characters, and speaks it from 100 on', () => {
  expect(composed(200)).toBe('');
  expect(composed(150)).toContain('composer.left 150');
  expect(liveTexts(composed(150))).toEqual(['']);
  expect(liveTexts(composed(57))).toEqual(['composer.left 57']);
  expect(liveTexts(composed(-3))).toEqual(['composer.tooLong 3']);
});

test('a field speaks the count of a text that is too long apart from the sentence that follows each key', () => {
  const field = (value: string) =>
    renderToStaticMarkup(createElement(Field, { label: 'Name', value, maxChars: 5, readOnly: true }));
  expect(field('seven ch')).toMatch(/<p(?![^>]*role)[^>]*>composer\.tooLong 3</);
  expect(liveTexts(field('seven ch'))).toEqual(['composer.tooLong 3']);
  expect(liveTexts(field('\ud800'))).toEqual(['errors:message-unreadable']);
  expect(liveTexts(field('Ann'))).toEqual([]);
});
