import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factsOfPayload, previewOf } from '#contract/chat/lines.ts';
import type { Payload } from '#contract/chat/payload.ts';
import { cutText, graphemesOf } from '#contract/cut-text.ts';
import { cleanNick } from '#contract/people/nick.ts';
import { shownPerson } from '../../../server/domains/calls/people.ts';
import { PAYLOADS } from '../../harness/payload-samples.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const grapheme = fc.constantFrom(
  FAMILY,
  '🏳️‍🌈',
  '🇮🇳',
  '👍🏽',
  '1️⃣',
  'e\u0301',
  'क्षि',
  'র‍্যা',
  'กำ',
  '각',
  'علی',
  'a',
  'no ',
  '\n',
  '😀',
);
const text = fc.array(grapheme, { maxLength: 400 }).map((parts) => parts.join(''));

/** Expects the cut text to be whole graphemes of the text, marked if it is shorter. */
function expectWhole(text: string, cut: string, max: number) {
  expect(cut.length).toBeLessThanOrEqual(max);
  if (cut === text) return;
  expect(cut.endsWith('…')).toBe(true);
  const kept = graphemesOf(cut.slice(0, -1));
  expect(graphemesOf(text).slice(0, kept.length)).toEqual(kept);
}

test('a text is cut between graphemes and marked when it is too long, of 2,000 random texts', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 300 }), (text, max) => expectWhole(text, cutText(text, max), max)),
    {
      numRuns: 2_000,
    },
  );
});

test('a text that fits stays unchanged, and one grapheme that does not fit leaves only the mark', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('abcd', 3)).toBe('ab…');
  expect(cutText(FAMILY.repeat(2), 5)).toBe('…');
});

const LONG = `We talked for a long while about whether tomorrow evening at eight would suit everybody, and the answer is: no, I will not come ${FAMILY}`;
const lineOf = (payload: Payload) => previewOf(factsOfPayload(payload), (word) => word, 'en');
/** The payloads of all kinds whose preview is their text, with another text. */
const withBody = (body: string): Payload[] =>
  Object.values(PAYLOADS)
    .flat()
    .flatMap((payload) => ('body' in payload ? [payload] : []))
    .filter((payload) => lineOf({ ...payload, body: 'x' } as Payload) === 'x')
    .map((payload) => ({ ...payload, body }) as Payload);

test('the preview of each kind of message with a text is cut between graphemes', () => {
  expect(new Set(withBody('x').map(({ kind }) => kind)).size).toBeGreaterThan(3);
  for (let pad = 0; pad < 60; pad += 1) {
    const body = `${'a'.repeat(pad)}${LONG}${FAMILY}`;
    for (const payload of withBody(body)) expectWhole(body, lineOf(payload), 160);
  }
});

test('a name is cut between graphemes wherever it is shown', () => {
  fc.assert(
    fc.property(text, (nick) => {
      const cleaned = cleanNick(nick);
      expect(cleaned.isWellFormed()).toBe(true);
      expect(graphemesOf(cleaned).length).toBeLessThanOrEqual(32);
      expect(cleanNick(cleaned)).toBe(cleaned);
      const person = shownPerson(1, { nickName: cleaned, avatarUrl: '', country: '', lang: '' });
      expect(person.nickName).toBe(cleaned);
    }),
    { numRuns: 500 },
  );
});
