import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { simpleDraft } from '#contract/chat/drafts.ts';
import { hasBlankText } from '#contract/chat/payload.ts';
import { wordsOfShare } from '#contract/chat/share.ts';
import { endpoints } from '#contract/endpoints.ts';
import { cleanNick, nickFault, typedNick } from '#contract/people/nick.ts';
import { isBlank, typedContent, visibleLine, visibleText } from '#contract/visible-text.ts';
import { isPlainText } from '#contract/xml/characters.ts';
import { faultsOf } from '../../../src/features/account/edit-profile/fields.ts';
import { refusalKey } from '../../../src/messages/refusal.ts';
import { payloadOf } from '../../../worker/chat/sent.ts';
import { asSchema, textsIn } from '../../harness/schema-texts.ts';

/** Characters that draw nothing by themselves. */
const BLANKS = [
  ...['', ' ', '\n', '\u00a0', '\u3000', '\u1680', '\u2028'],
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\u00ad', '\u202e', '\ufeff', '\u061c', '\u180e'],
  ...['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\u{1d159}', '\ufffc', '\u{13441}'],
  ...['\ufe0f', '\u0301', '\u20dd', '\u0e49', '\u093f', '\u{e0041}', '\u034f', '\u17b4', '\ue000'],
];
const SHOWN = ['a', '5', '.', '…', '€', '👍', '👨‍👩‍👧', '🇮🇳', '1️⃣', 'क्', 'ا', '好', 'e\u0301', '\u2800a', '\u{1faf9}'];

/** Names, words and sentences as people write them. */
const WORDS = [
  ...[
    'র‍্যাব',
    'علی‌رضا',
    '👨‍👩‍👧 Ana',
    '🏳️‍🌈',
    'Işıl',
    'ışıl',
    'राम',
    'কাল',
    'ශ්‍රී',
    'می‌روم',
    'क्‍ष',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Ed',
    '👩🏽‍💻',
    '1️⃣',
    'M❤️a',
  ],
  ...[
    'مرحبا بالعالم.',
    'אני ב-London (UK)!',
    'Donaudampfschifffahrtsgesellsch',
    'ณัฐวรรธน์ภัทรพงศ์',
    'عبد الرحمن بن عبد العزيز',
    'Ana (آنا)',
  ],
  ...['https://example.comを見て', 'W'.repeat(32)],
];
const profile = endpoints.updateProfile.input;
const report = endpoints.report.input;
const VALUES = { about: '', gender: '', bDay: '', country: '', lang: '', tel: '', email: '', address: '' };
const fieldsWith = (nickName: string) => faultsOf({ ...VALUES, gender: 'other', nickName } as never, new Date(0));
const sentOf = (body: string) => payloadOf({ kind: 'text', body }, 0, undefined);
const question = (body: string, option: string) => ({ kind: 'own_question', body, options: [option, 'no'] }) as const;

test.each(BLANKS)('%j is empty in every field, on the page and at the server', (blank) => {
  for (const text of [blank, `${blank} ${blank}`]) {
    expect(isBlank(text)).toBe(true);
    expect([typedContent(text), visibleText(text), visibleLine(text), cleanNick(text)]).toEqual(['', '', '', '']);
    expect(nickFault(text)).toBe('blank');
    expect(fieldsWith(text).nickName).toBe('nameMissing');
    expect(sentOf(text)).toMatchObject({ ok: false, error: { code: 'message-empty' } });
    expect(hasBlankText({ kind: 'text', body: text })).toBe(true);
    expect(safeParse(simpleDraft, question(text, 'yes')).success).toBe(false);
    expect(safeParse(simpleDraft, question('really?', text)).success).toBe(false);
    expect(hasBlankText({ kind: 'question_answer', body: 'really?', options: ['no', text] })).toBe(true);
    expect(wordsOfShare([text])).toBe('');
  }
});

test('an optional text that draws nothing is stored as empty', () => {
  for (const blank of BLANKS) {
    expect(safeParse(report, { targetUid: 1, reason: 'spam', note: blank }).output).toMatchObject({ note: '' });
    expect(safeParse(profile, { about: blank }).output).toEqual({ about: '' });
  }
});

test.each(SHOWN)('%j has content', (text) => {
  expect(isBlank(text)).toBe(false);
  expect(hasBlankText({ kind: 'text', body: text })).toBe(false);
});

test.each(WORDS)('%j is stored as typed in every field', (text) => {
  expect([cleanNick(text), nickFault(text), fieldsWith(text)]).toEqual([text, undefined, {}]);
  expect(safeParse(profile, { nickName: text, about: text, address: text }).output).toEqual({
    nickName: text,
    about: text,
    address: text,
  });
  expect(safeParse(report, { targetUid: 1, reason: 'spam', note: text }).output).toMatchObject({ note: text });
  expect(sentOf(text)).toMatchObject({ ok: true, value: { body: text } });
  expect(safeParse(simpleDraft, question(text, text)).success).toBe(true);
  expect(wordsOfShare([text])).toBe(text);
});

test.each([
  ['a joiner between Latin letters', 'Ma\u200dya', 'invisible', 'unreadable'],
  ['a non-joiner behind a letter that joins nothing after it', 'در\u200cس', 'invisible', 'unreadable'],
  ['a non-joiner at the end', 'علی\u200c', 'invisible', 'unreadable'],
  ['a variant of a letter', 'Ma\ufe0fya', 'invisible', 'unreadable'],
  ['a direction override', 'Ma\u202eya', 'invisible', 'unreadable'],
  ['33 letters', 'W'.repeat(33), 'long', 'tooLong'],
  ['200 marks on a letter', `Z${'\u0336'.repeat(200)}`, 'long', 'tooLong'],
])('a name with %s is refused by its own sentence', (_what, nick, fault, error) => {
  expect([nickFault(nick), fieldsWith(nick).nickName]).toEqual([fault, error]);
  expect(nickFault(cleanNick(nick))).toBeUndefined();
});

test('a name is stored without the direction marks that a keyboard adds', () => {
  expect([nickFault('\u200fعلی\u200f Ana\u200e'), typedNick('\u200fعلی\u200f Ana\u200e ')]).toEqual([
    undefined,
    'علی Ana',
  ]);
});

test('the refusal of an empty message has the sentence of an empty message', () => {
  expect(refusalKey('empty')).toBe('errors:message-empty');
});

/** Texts that people write, among the texts of requests; the others are ids, secrets, or have a form of their own. */
const WRITTEN =
  /(Profile\.(nickName|about|tel|email|address)|savedReplies\[\]|\.note|\.holder|findAnchors\.name|sourceText(\[\])?)$/;
const written = Object.entries(endpoints)
  .flatMap(([name, { input }]) => textsIn(asSchema(input), name))
  .filter(([path]) => WRITTEN.test(path));
/** These are refused or dropped after the schema: by `nickFault`, by the settings, as nothing to find, as nothing to translate. */
const LATER = ['updateProfile.nickName', 'updateProfile.settings.savedReplies[]', 'findAnchors.name'];

test.each(written)('the field %s of a request takes words as typed, and nothing that draws nothing', (path, schema) => {
  for (const word of WORDS) {
    const { success, output } = safeParse(schema as never, word) as { success: boolean; output: unknown };
    // A telephone number has no letters, and an e-mail address a form; both have bounds of their own.
    if (success) expect([path, output]).toEqual([path, word.normalize('NFC')]);
    else expect(word.length > 32 || /tel|email/.test(path), `${path} refuses ${word}`).toBe(true);
  }
  if (LATER.includes(path) || path.startsWith('translate.')) return;
  for (const blank of BLANKS) {
    const { success, output } = safeParse(schema as never, blank) as { success: boolean; output: unknown };
    expect([path, blank, success && output !== '']).toEqual([path, blank, false]);
  }
});

test('the fields of requests that take words are found by their schemas', () => {
  expect(written.map(([path]) => path)).toEqual(expect.arrayContaining([...LATER, 'report.note', 'support.note']));
  expect(written.length).toBeGreaterThanOrEqual(11);
});

test('a saved reply that draws nothing is not stored', () => {
  const settings = {
    savedReplies: ['Thank you!', ...BLANKS.filter((text) => isPlainText(text) && text !== '').slice(0, 5)],
  };
  expect(safeParse(profile, { settings }).output).toMatchObject({ settings: { savedReplies: ['Thank you!'] } });
});
