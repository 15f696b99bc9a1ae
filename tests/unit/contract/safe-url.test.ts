import { expect, test } from 'vitest';
import { sized } from '../../../contract/media/media.ts';
import { safeUrl } from '../../../contract/safe-url.ts';

test.each([
  ['http://pictures.example/a.jpg?x=1#y', 'https://pictures.example/a.jpg?x=1#y'],
  ['HTTP://pictures.example/a.jpg', 'https://pictures.example/a.jpg'],
  ['http://pictures.example:8080/a.jpg', 'https://pictures.example:8080/a.jpg'],
  ['http://localhost.evil.example/a.jpg', 'https://localhost.evil.example/a.jpg'],
  ['https://pictures.example/a.jpg', 'https://pictures.example/a.jpg'],
  ['http://localhost@evil.example/a.jpg', 'https://localhost@evil.example/a.jpg'],
  ['http://localhost:1@evil.example/a.jpg', 'https://localhost:1@evil.example/a.jpg'],
  ['http://localhost:4600/media/1', 'http://localhost:4600/media/1'],
  ['http://127.0.0.1:4600/media/1', 'http://127.0.0.1:4600/media/1'],
  ['http://[::1]:4600/media/1', 'http://[::1]:4600/media/1'],
  ['/media/0123456789abcdef0123456789abcdef', '/media/0123456789abcdef0123456789abcdef'],
  ['blob:http://localhost:4600/7', 'blob:http://localhost:4600/7'],
])('%s is loaded from %s', (url, expected) => {
  expect(safeUrl(url)).toBe(expected);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example/a.jpg',
  '/\\evil.example/a.jpg',
  'file:///etc/passwd',
  'nowhere',
  '',
])('%j is never loaded', (url) => {
  expect(safeUrl(url)).toBe('');
});

test('a picture of another host is loaded over https, and an address without a host is no picture', () => {
  expect(sized('http://pictures.example/a.jpg', 480)).toBe('https://pictures.example/a.jpg');
  for (const url of ['javascript:alert(1)', '//evil.example/media/1']) expect(sized(url, 480)).toBe('data:,');
});
