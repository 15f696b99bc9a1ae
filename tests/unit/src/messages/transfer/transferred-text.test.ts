import { expect, test } from 'vitest';
import { transferredText } from '../../../../../src/messages/transfer/transferred-text.ts';

const transfer = (text: string, names: readonly string[], uris = '') => ({
  files: names.map((name) => ({ name })),
  getData: (format: string) => ({ 'text/plain': text, 'text/uri-list': uris })[format] ?? '',
});

test.each([
  [
    'cells of a spreadsheet, which come with a picture of them',
    transfer('12\t34\n56\t78\n', ['image.png']),
    '12\t34\n56\t78\n',
  ],
  ['words of a slide with its picture', transfer('Hello', ['image.png']), 'Hello'],
  ['a picture from a camera app', transfer('', ['image.png']), ''],
  ['two files from Finder', transfer('cafe\u0301.png\rb.png', ['café.png', 'b.png']), ''],
  ['a file with a decomposed name', transfer('file:///a/caf%C3%A9.png', ['cafe\u0301.png']), ''],
  ['words of a page with its pictures', transfer('One\n\nTwo', ['image.png', 'image.png']), 'One\n\nTwo'],
  ['words that begin with the name of their file', transfer('cat.png is our cat', ['cat.png']), 'cat.png is our cat'],
  ['a file from Finder, which names it', transfer('cat.png', ['cat.png']), ''],
  [
    'files from a Linux file manager',
    transfer('file:///home/a/my%20cat.png\n/home/a/b.png', ['my cat.png', 'b.png']),
    '',
  ],
  ['a picture that is dragged from a page', transfer('https://a.test/cat', ['cat.png'], 'https://a.test/cat'), ''],
  ['blanks beside a file', transfer(' \u200b', ['cat.png']), ''],
])('the text of %s is found', (_name, data, text) => {
  expect(transferredText(data)).toBe(text);
});
