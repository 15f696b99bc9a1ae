import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lineOf, type Notice, type NoticeWords, sayFrom, wordsOfNotice } from '../../../contract/notices/words.ts';

const LOCALES = new URL('../../../src/i18n/locales/', import.meta.url);
const wordsIn = (language: string) =>
  JSON.parse(readFileSync(new URL(`${language}/push.json`, LOCALES), 'utf8')) as NoticeWords;
const inEnglish = (notice: Notice) => wordsOfNotice(notice, sayFrom(wordsIn('en')));

test('what a notification says', () => {
  const message = { kind: 'message', name: 'Amber', text: 'Hi there' } as const;
  expect(inEnglish({ ...message, look: 'plain' })).toEqual({ title: 'Amber', body: 'Hi there' });
  expect(inEnglish({ kind: 'incoming', name: 'Amber' })).toEqual({ title: 'Amber is calling', body: 'Video call' });
  expect(inEnglish({ kind: 'missed', name: 'Amber' })).toEqual({ title: 'Amber', body: 'Missed call' });
  expect(inEnglish({ kind: 'match', name: 'Amber' }).title).toBe('Amber');
});

test('a covered message is never quoted, and a name is not used as a pattern', () => {
  for (const look of ['call', 'covered', 'removed', 'unsupported'] as const)
    expect(lineOf(look, 'secret', sayFrom(wordsIn('en')))).not.toContain('secret');
  expect(inEnglish({ kind: 'incoming', name: '$& {{name}}' }).title).toBe('$& {{name}} is calling');
});

test.each(readdirSync(LOCALES))('every word of a notice exists in %s', (language) => {
  const words = wordsIn(language);
  expect(Object.keys(words).toSorted()).toEqual(Object.keys(wordsIn('en')).toSorted());
  expect(sayFrom(words)('incoming', { name: 'Amber' })).toContain('Amber');
});
