import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withFewMarksIn } from '#contract/chat/line-facts.ts';
import { factsOfPayload, previewOf } from '#contract/chat/lines.ts';
import type { Envelope } from '#contract/chat/message.ts';
import type { Payload } from '#contract/chat/payload.ts';
import { cleanNick } from '#contract/people/nick.ts';
import { cutText, cutToLine, graphemesOf } from '#contract/text/cut-text.ts';
import { shownPerson } from '../../../server/domains/calls/people.ts';
import { matchedText } from '../../../src/features/chat/around/matched-text.ts';
import { readWallQuery } from '../../../src/features/discovery/wall/wall-query.ts';
import { cityOf } from '../../../src/messages/place/place.ts';
import { rowOfInbound } from '../../../worker/chat/incoming/row.ts';
import { wordsToFind } from '../../../worker/db/reads/search.ts';
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

test('a line about a message has few marks on a letter, as its text in the conversation', () => {
  const tall = `Z${'\u0301\u0336'.repeat(100)}`;
  const place = { ...PAYLOADS.location[0], name: tall } as Payload;
  for (const payload of [...withBody(tall), place])
    expect(
      previewOf(withFewMarksIn(factsOfPayload(payload)), (word, { name = '' } = {}) => word + name, 'en'),
    ).not.toMatch(/[\p{Mn}\p{Me}]{7}/u);
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

const lineIn = (text: string) => text.replace(/\s+/gu, ' ').trim();
const rowWith = (long: string) => {
  const envelope = { id: 'a', from: '', to: '', type: 1, nick: '', version: 1, sensitiveInfo: 0, textAction: '' };
  const row = rowOfInbound(
    {
      kind: 'message',
      envelope: { ...envelope, os: long, pkgName: long } as Envelope,
      payload: { kind: 'text', body: 'x' },
      peer: { local: 'u_1', domain: 'localhost' },
      out: false,
      archiveId: undefined,
      raw: '',
    } as unknown as Parameters<typeof rowOfInbound>[0],
    'u_2',
    0,
  );
  if (typeof row === 'string') throw new Error(row);
  return row;
};

/** The functions that cut a text for a place where it is drawn, with the text as it would be there uncut, and the most of it. */
const CUTS: readonly (readonly [
  place: string,
  cut: (text: string) => string,
  whole: (text: string) => string,
  max: number,
])[] = [
  ...withBody('x').map(
    (payload) =>
      [
        `preview of ${payload.kind}`,
        (body: string) => lineOf({ ...payload, body } as Payload),
        (body: string) => body || lineOf({ ...payload, body } as Payload),
        160,
      ] as const,
  ),
  ['line of a conversation', (text) => cutToLine(text, 140), lineIn, 140],
  [
    'person of a call',
    (nickName) => shownPerson(1, { nickName, avatarUrl: '', country: '', lang: '' }).nickName,
    (text) => text,
    256,
  ],
  ['system of a message', (text) => rowWith(text).os, (text) => text, 32],
  ['app of a message', (text) => rowWith(text).pkgName, (text) => text, 128],
];

test('no place that cuts breaks a character, or cuts without a mark, of 2,000 random texts', () => {
  expect(CUTS.length).toBeGreaterThan(8);
  const someText = fc.array(grapheme, { maxLength: 120 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(someText, (text) => {
      for (const [, cut, whole, max] of CUTS) expectWhole(whole(text), cut(text), max);
    }),
    { numRuns: 2_000 },
  );
});

test('the line around a found word has whole characters, and a mark at each end that is cut, of 2,000 random texts', () => {
  const word = wordsToFind('tea');
  const around = fc.tuple(fc.array(grapheme, { maxLength: 200 }), fc.array(grapheme, { maxLength: 200 }));
  fc.assert(
    fc.property(around, ([before, after]) => {
      const text = lineIn(`${before.join('')} tea ${after.join('')}`);
      const found = (matchedText(text, word) ?? []).map((piece) => piece.text).join('');
      const kept = found.replace(/^…/, '').replace(/…$/, '');
      const at = text.indexOf(kept);
      expect(at).toBeGreaterThanOrEqual(0);
      expect(found.startsWith('…')).toBe(at > 0);
      expect(found.endsWith('…')).toBe(at + kept.length < text.length);
      // Joined again, the characters are the same: no boundary is inside of one.
      const parts = [text.slice(0, at), kept, text.slice(at + kept.length)].flatMap(graphemesOf);
      expect(parts).toEqual(graphemesOf(text));
    }),
    { numRuns: 2_000 },
  );
});

test('a text of an address or a time zone that is too long is not used, instead of a part of it', () => {
  const name = (text: string) => readWallQuery(new URLSearchParams({ name: text })).name;
  expect([name('a'.repeat(256)), name(FAMILY.repeat(40))]).toEqual(['a'.repeat(256), undefined]);
  expect([cityOf('Europe/Berlin'), cityOf(`Europe/${FAMILY.repeat(40)}`)]).toEqual(['Berlin', '']);
});
