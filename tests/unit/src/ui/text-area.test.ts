import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { TextArea } from '../../../../src/ui/input/text-area.tsx';

vi.mock('../../../../src/i18n/format.ts', () => ({ formatNumber: String }));

const area = (value: string) => renderToStaticMarkup(createElement(TextArea, { label: 'About', value, max: 5 }));

test('a text area counts a text as the server does, without white space around it', () => {
  expect(area(' hello \n')).toContain('>5/5<');
  expect(area(' hello \n')).not.toContain('data-over');
  expect(area('hello you')).toMatch(/data-over[^>]*>9\/5</);
});
