import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { simpleDraft } from '#contract/chat/drafts.ts';
import { hasBlankText } from '#contract/chat/payload.ts';
import { wordsOfShare } from '#contract/chat/share.ts';
import { endpoints } from '#contract/endpoints.ts';
import { cleanNick, nickFault, typedNick } from '#contract/people/nick.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { charsLeft, isBlank, typedContent, visibleLine, visibleText } from '#contract/text/visible-text.ts';
import { isPlainText } from '#contract/xml/characters.ts';
import { Refused } from '../../../server/domains/operator/act.ts';
import { findAct } from '../../../server/domains/operator/acts.ts';
import { reason } from '../../../server/domains/operator/fields.ts';
import { faultsOf } from '../../../src/features/account/edit-profile/fields.ts';
import { refusalKey } from '../../../src/messages/refusal.ts';
import { payloadOf } from '../../../worker/chat/sent.ts';
import { asSchema, type Schema, textsIn, writtenTexts } from '../../harness/texts/schema-texts.ts';
import { BLANKS, SENTENCES, UNREADABLE, WORDS } from '../../harness/texts/written-words.ts';

const SHOWN = ['a', '5', '.', '…', '€', '👍', '👨‍👩‍👧', '🇮🇳', '1️⃣', 'क्', 'ا', '好', 'e\u0301', '\u2800a', '\u{1faf9}'];

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

test.each(UNREADABLE)('%j is refused in every field, on the page and at the server', (text) => {
  expect([textFault(text, text.length), fieldsWith(text)]).toEqual(['unreadable', { nickName: 'unreadable' }]);
  expect(sentOf(text)).toMatchObject({ ok: false, error: { code: 'message-unreadable' } });
  for (const [path, schema] of [...writtenTexts, ...others]) {
    // A translation stores nothing, and the core checks the text of a message.
    if (path.startsWith('translate.') || schema.pipe === undefined) continue;
    expect([path, safeParse(schema as never, text).success]).toEqual([path, false]);
  }
});

test('a field counts what a text has when it is stored, and no less than was typed', () => {
  expect([charsLeft('\u0958'.repeat(300), 500), charsLeft('e\u0301'.repeat(300), 500)]).toEqual([-100, -100]);
  expect([textFault('\u0958'.repeat(250), 500), textFault('\u0958'.repeat(251), 500)]).toEqual([undefined, 'long']);
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
  ['a filler of another script', 'Ma\u{16fe4}ya', 'invisible', 'unreadable'],
  ['an inherent vowel of Khmer', 'Ma\u17b4ya', 'invisible', 'unreadable'],
  ['a tag without a flag', 'Ma\u{e0067}ya', 'invisible', 'unreadable'],
  ['a filler of Hangul', 'Ma\u3164ya', 'invisible', 'unreadable'],
  ['a soft hyphen', 'Ma\u00adya', 'invisible', 'unreadable'],
  ['a direction isolate', '\u2066Maya\u2069', 'invisible', 'unreadable'],
  ['a joiner behind an emoji', '🙂\u200d', 'invisible', 'unreadable'],
  ['two joiners between emoji', '👩\u200d\u200d👧', 'invisible', 'unreadable'],
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

/** These are refused or dropped after the schema: by `nickFault`, by the settings, as nothing to find, as nothing to translate. */
const LATER = ['updateProfile.nickName', 'updateProfile.settings.savedReplies[]', 'findAnchors.name'];
/** Texts of messages and operators; those of requests are found by the endpoints. */
const others = [
  ...textsIn(asSchema(simpleDraft), 'draft').filter(([path]) => /\.(body|name|options\[\])$/.test(path)),
  ['operator.reason', asSchema(reason)],
] as const;
/** The sentence of a field whose texts have a form of their own. */
const formOf = (path: string): RegExp | undefined => {
  if (path.endsWith('.tel')) return /^must be a telephone number/;
  return /Profile\.email$|Recover\w*\.address$/i.test(path) ? /^must be an e-mail address/ : undefined;
};

/** The smallest limit of a field. */
const limitOf = ({ pipe = [] }: Schema): number =>
  Math.min(
    ...pipe.map((step) => (step.type === 'max_length' ? Number(step.requirement) : Number.MAX_VALUE)),
    ...pipe.flatMap((step) => (step.type === 'string' && 'pipe' in step ? [limitOf(asSchema(step))] : [])),
  );

test.each([...writtenTexts, ...others])(
  'the field %s takes every text as typed, or refuses it by its own sentence',
  (path, schema) => {
    const form = formOf(path);
    for (const text of [...WORDS, ...SENTENCES]) {
      const { success, output, issues } = safeParse(schema as never, text) as ReturnType<typeof safeParse>;
      if (success) expect([path, String(output).normalize('NFC')]).toEqual([path, text.normalize('NFC')]);
      else if (text.length <= limitOf(schema))
        expect([path, text, issues?.some(({ message }) => form?.test(message))]).toEqual([path, text, true]);
    }
  },
);

test.each([...writtenTexts, ...others])('the field %s takes nothing that draws nothing', (path, schema) => {
  if (LATER.includes(path) || /^translate\./.test(path) || /^draft\.(body|name)$/.test(path)) return;
  for (const blank of BLANKS) {
    const { success, output } = safeParse(schema as never, blank) as { success: boolean; output: unknown };
    expect([path, blank, success && output !== '']).toEqual([path, blank, false]);
  }
});

const answerWith = (given: object) =>
  findAct(['answer'])?.row.read({ to: '7', by: 'Ann', text: 'Hello', ...given }).what;

test.each([...WORDS, ...SENTENCES])('the form of an operator takes %j as typed', (text) => {
  expect(answerWith({ text })).toMatchObject({ text });
  expect(safeParse(reason, text).output).toBe(text.length <= limitOf(asSchema(reason)) ? text : undefined);
});

test.each([...BLANKS, ...UNREADABLE])('the form of an operator refuses %j by the label of its field', (text) => {
  for (const [field, label] of [
    ['by', /^Name/],
    ['text', /^Words/],
  ] as const) {
    expect(() => answerWith({ [field]: text })).toThrow(Refused);
    expect(() => answerWith({ [field]: text })).toThrow(label);
  }
});

test('a sentence as a name or a message is stored as typed, or refused by its own sentence', () => {
  for (const text of SENTENCES) {
    expect([text, fieldsWith(text)]).toEqual([text, { nickName: 'tooLong' }]);
    expect(sentOf(text)).toMatchObject({ ok: true, value: { body: text } });
  }
  expect(sentOf('好'.repeat(4_001))).toMatchObject({ ok: false, error: { code: 'message-too-long' } });
});

test('the fields that take words are found by their schemas', () => {
  expect(writtenTexts.map(([path]) => path)).toEqual(
    expect.arrayContaining([...LATER, 'report.note', 'support.note', 'savePayoutAccount.holder']),
  );
  expect(writtenTexts.length).toBeGreaterThanOrEqual(13);
  expect(others.length).toBeGreaterThanOrEqual(6);
});

test('a saved reply that draws nothing is not stored', () => {
  const settings = {
    savedReplies: ['Thank you!', ...BLANKS.filter((text) => isPlainText(text) && text !== '').slice(0, 5)],
  };
  expect(safeParse(profile, { settings }).output).toMatchObject({ settings: { savedReplies: ['Thank you!'] } });
});
