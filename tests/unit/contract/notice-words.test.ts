import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isNotified } from '../../../contract/chat/lines.ts';
import { createTranslate, type Notice, type NoticeWords, wordsOfNotice } from '../../../contract/notices/texts.ts';

const LOCALES = new URL('../../../src/i18n/locales/', import.meta.url);
const wordsIn = (language: string) =>
  JSON.parse(readFileSync(new URL(`${language}/push.json`, LOCALES), 'utf8')) as NoticeWords;
const inEnglish = (notice: Notice) => wordsOfNotice(notice, createTranslate(wordsIn('en'), String), 'en');
const message = (facts: Extract<Notice, { kind: 'message' }>['facts']): Notice => ({
  kind: 'message',
  name: 'Amber',
  facts,
});

test('the text of a notification matches its kind', () => {
  expect(inEnglish(message({ kind: 'text', body: 'Hi there' }))).toEqual({ title: 'Amber', body: 'Hi there' });
  expect(inEnglish(message({ kind: 'call' })).body).toBe('Video call');
  expect(inEnglish({ kind: 'incoming', name: 'Amber' })).toEqual({ title: 'Amber is calling', body: 'Video call' });
  expect(inEnglish({ kind: 'missed', name: 'Amber' })).toEqual({ title: 'Amber', body: 'Missed call' });
  expect(inEnglish({ kind: 'match', name: 'Amber' }).title).toBe('Amber');
});

test('a notification names the reason of a covered message, and a user name is not read as a pattern', () => {
  expect(inEnglish(message({ kind: 'covered' })).body).toBe('Sensitive message');
  expect(inEnglish(message({ kind: 'removed' })).body).toContain('breaks our rules');
  expect(inEnglish(message({ kind: 'unsupported' })).body).toBe('New kind of message');
  expect(inEnglish({ kind: 'incoming', name: '$& {{name}}' }).title).toBe('$& {{name}} is calling');
});

test('counts and times are inserted unchanged', () => {
  const say = createTranslate({ ...wordsIn('en'), missed: '{{count}} at {{time}}, {{name}}' }, String);
  expect(say('missed', { count: 3, time: '0:14' })).toBe('3 at 0:14, ');
});

test('facts stored by a newer build are read as an unknown kind', () => {
  const newer = { kind: 'hologram', secret: 'secret' } as unknown as Parameters<typeof message>[0];
  expect(inEnglish(message(newer)).body).toBe('New kind of message');
});

test('a call message makes no notification, because the call rings', () => {
  expect(isNotified({ kind: 'call' })).toBe(false);
  expect(isNotified({ kind: 'text', body: 'Hi' })).toBe(true);
  expect(isNotified({ kind: 'covered' })).toBe(true);
});

test('the same facts are rendered in each language', () => {
  const said = readdirSync(LOCALES).map(
    (language) => wordsOfNotice(message({ kind: 'call' }), createTranslate(wordsIn(language), String), language).body,
  );
  expect(new Set(said).size).toBeGreaterThan(8);
});

test.each(readdirSync(LOCALES))('every notification text exists in %s', (language) => {
  const words = wordsIn(language);
  expect(Object.keys(words).toSorted()).toEqual(Object.keys(wordsIn('en')).toSorted());
  expect(createTranslate(words, String)('incoming', { name: 'Amber' })).toContain('Amber');
});
