import { expect, test } from 'vitest';
import type { AppError } from '#contract/result.ts';
import { createEpoch } from '../../../../worker/base/epoch.ts';
import { createTranslationCommands } from '../../../../worker/chat/translation.ts';
import { signedIn as withChat } from '../support/commands.ts';
import { session } from '../support/databases.ts';
import { serverOf } from '../support/people.ts';
import { messageOf } from '../support/receiving.ts';

type Asked = { readonly sourceText: string | readonly string[] };

/** A user with own texts as rows, and a server that puts texts into brackets by default. */
async function setUp(
  texts: readonly string[],
  answer: (asked: Asked) => object | AppError = ({ sourceText }) =>
    typeof sourceText === 'string'
      ? { translatedText: `[${sourceText}]`, by: 'phrasebook' }
      : { translatedText: sourceText.map((one) => `[${one}]`), by: sourceText.map(() => 'service') },
) {
  const { db, type, commands: chatCommands } = await withChat();
  const mids: string[] = [];
  for (const text of texts) {
    const sent = await type(text);
    if (sent.ok) mids.push(sent.value.mid);
  }
  const epoch = createEpoch();
  const { api, asked } = serverOf({ translate: (data) => answer(data as Asked) });
  const commands = createTranslationCommands({ chat: db, api, epoch, session: async () => session });
  const translations = async () =>
    (await Promise.all(mids.map((mid) => messageOf(db, mid)))).map((row) => row?.translate);
  return { db, mids, asked, commands, chatCommands, translations, epoch };
}

test('translated texts are stored with their messages', async () => {
  const { mids, commands, asked, translations } = await setUp(['hi', 'bye']);
  expect(await commands.translate(mids, 'de')).toEqual({ ok: true, value: null });
  expect(asked).toEqual([['translate', { targetLang: 'de', sourceText: ['hi', 'bye'] }]]);
  expect(await translations()).toEqual([
    { lang: 'de', text: '[hi]', by: 'service' },
    { lang: 'de', text: '[bye]', by: 'service' },
  ]);
});

test('twenty long texts are split into calls within the request limit', async () => {
  const { mids, commands, asked, translations } = await setUp(Array(20).fill('x'.repeat(4_000)));
  expect((await commands.translate(mids, 'de')).ok).toBe(true);
  expect(asked.map(([, { sourceText }]) => (sourceText as string[]).length)).toEqual([4, 4, 4, 4, 4]);
  expect((await translations()).every((one) => one?.text.length === 4_002)).toBe(true);
});

test.each([
  ['as they were', { translatedText: ['hello'], by: ['original'] }],
  ['as nothing', { translatedText: [' \u0000'], by: ['service'] }],
  ['far too long', { translatedText: ['x'.repeat(36)], by: ['service'] }],
  ['fewer', { translatedText: [], by: [] }],
  ['in another shape', { translatedText: 'hallo', by: 'service' }],
])('texts that return %s are not stored', async (_what, answer) => {
  const { mids, commands, translations } = await setUp(['hello'], () => answer);
  await commands.translate(mids, 'de');
  expect(await translations()).toEqual([undefined]);
});

test('invalid characters are removed from a translation', async () => {
  const { mids, commands, translations } = await setUp(['hello'], () => ({
    translatedText: ['ha\uffffl\ud800lo '],
    by: ['service'],
  }));
  await commands.translate(mids, 'de');
  expect(await translations()).toEqual([{ lang: 'de', text: 'hallo', by: 'service' }]);
});

test('a server failure is reported, and leaves the texts unchanged', async () => {
  const { mids, commands, translations } = await setUp(['hello'], () => ({ code: 'rate-limited', retryAfterMs: 1 }));
  expect(await commands.translate(mids, 'de')).toMatchObject({ ok: false, error: { code: 'rate-limited' } });
  expect(await translations()).toEqual([undefined]);
  expect(await commands.translateDraft('hello', 'de')).toMatchObject({ ok: false, error: { code: 'rate-limited' } });
});

test('a translation that arrives after a sign-out is not stored', async () => {
  const { mids, commands, translations, epoch } = await setUp(['hello'], ({ sourceText }) => {
    epoch.end();
    return { translatedText: sourceText, by: ['service'] };
  });
  await commands.translate(mids, 'de');
  expect(await translations()).toEqual([undefined]);
});

test('a device translation is stored, unless it is implausible', async () => {
  const { mids, commands, translations } = await setUp(['hello']);
  const [mid = ''] = mids;
  await commands.keepTranslation(mid, { lang: 'de', text: 'x'.repeat(36), by: 'device' });
  expect(await translations()).toEqual([undefined]);
  await commands.keepTranslation(mid, { lang: 'de', text: 'hallo', by: 'device' });
  expect(await translations()).toEqual([{ lang: 'de', text: 'hallo', by: 'device' }]);
  expect(await commands.keepTranslation('u_1/none', { lang: 'de', text: 'x', by: 'device' })).toMatchObject({
    ok: false,
  });
});

test('a draft returns translated, and unchanged when no translator is available', async () => {
  const { commands } = await setUp([]);
  expect(await commands.translateDraft('hi', 'de')).toEqual({ ok: true, value: { text: '[hi]', by: 'phrasebook' } });
  const none = await setUp([], () => ({ translatedText: '\uffff', by: 'service' }));
  expect(await none.commands.translateDraft('hi', 'de')).toEqual({ ok: true, value: { text: 'hi', by: 'original' } });
});

test('a message typed in another language stores both texts', async () => {
  const { db, chatCommands } = await setUp([]);
  await chatCommands.send(
    'u_9001',
    { kind: 'text', body: 'hallo', said: { lang: 'en', text: 'hello\r\n' } },
    'id9',
    '',
  );
  expect(await messageOf(db, 'u_100001/id9')).toMatchObject({
    payload: { kind: 'text', body: 'hallo', said: { lang: 'en', text: 'hello\n' } },
  });
});

test('the translated messages of a conversation are stored with it', async () => {
  const { db, commands } = await setUp([]);
  expect((await commands.setTranslate('u_9001', 'off')).ok).toBe(true);
  expect((await db.threads.where('tid').equals('u_9001').first())?.translate).toBe('off');
  expect(await commands.setTranslate('u_1', 'on')).toMatchObject({ ok: false, error: { code: 'not-found' } });
});
