import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { TextArea } from '../../../../src/ui/input/text-area.tsx';

vi.mock('../../../../src/i18n/format.ts', () => ({ formatNumber: String }));

const counted = (value: string) =>
  /<span([^>]*)>(\d+\/\d+)</.exec(
    renderToStaticMarkup(createElement(TextArea, { label: 'About', value, max: 5, readOnly: true })),
  );

test('a text area counts a text as the server does, without white space around it', () => {
  const [, within, full] = counted(' hello \n') ?? [];
  expect([full, within?.includes('data-over')]).toEqual(['5/5', false]);
  const [, beyond, more] = counted('hello you') ?? [];
  expect([more, beyond?.includes('data-over')]).toEqual(['9/5', true]);
});
