import { describe, expect, test, vi } from 'vitest';
import { SENSITIVE_COVERED } from '../../../../contract/chat/rules.ts';
import { ok } from '../../../../contract/result.ts';
import { bubbleTexts } from '../../../../src/messages/translation/bubble-texts.ts';
import { createTranslationChain, languageOfPeer } from '../../../../src/messages/translation/chain.ts';
import { createDevice, type DevicePorts } from '../../../../src/messages/translation/device.ts';
import type { MessageRow } from '../../../../worker/db/schema.ts';
import { message } from '../../../gallery/rows/chat.ts';

vi.mock('../../../../src/core/core.ts', () => ({ core: {} }));

const PEER = 9_001;
const theirs = (words: string, change: Partial<MessageRow> = {}) => message(PEER, { words, ...change });
const GERMAN = 'Hallo, wie geht es dir?';
const SPANISH = 'Hola, ¿cómo estás?';

/** A browser that translates German into English, and knows Spanish only after a download. */
const browser = (): DevicePorts => ({
  translator: {
    availability: async ({ sourceLanguage }) =>
      sourceLanguage === 'de' ? 'available' : sourceLanguage === 'es' ? 'downloadable' : 'unavailable',
    create: async () => ({ translate: async (text) => `device: ${text}` }),
  },
  detector: {
    availability: async () => 'available',
    create: async () => ({
      detect: async (text) => [{ detectedLanguage: text === 'Geil' ? 'de-DE' : 'xx', confidence: 0.9 }],
    }),
  },
});

function setUp(ports: DevicePorts = { translator: undefined, detector: undefined }) {
  const clock = { at: 0 };
  const core = {
    translate: vi.fn(async () => ok(null)),
    keepTranslation: vi.fn(async () => ok(null)),
    translateDraft: vi.fn(async (text: string) => ok({ text: `server: ${text}`, by: 'service' as const })),
  };
  const ladder = createTranslationChain({ device: createDevice(ports), core, now: () => clock.at });
  return { core, ladder, clock };
}
const AUTO = { to: 'en', mode: 'auto' } as const;

describe('visible messages', () => {
  test('visible messages are translated by the device when it can, else by the server, all in one call', async () => {
    const { core, ladder } = setUp(browser());
    const rows = [
      theirs(GERMAN),
      theirs(SPANISH),
      theirs('Ciao, come stai?'),
      theirs('Geil'),
      theirs('Hello, how are you?'),
    ];
    await ladder.translateSeen(rows, AUTO);
    expect(core.keepTranslation.mock.calls).toEqual([
      [rows[0]?.mid, { lang: 'en', text: `device: ${GERMAN}`, by: 'device' }],
      [rows[3]?.mid, { lang: 'en', text: 'device: Geil', by: 'device' }],
    ]);
    expect(core.translate.mock.calls).toEqual([[[rows[1]?.mid, rows[2]?.mid], 'en']]);
  });

  test('visible messages are requested once, whatever the result is, and again in another language', async () => {
    const { core, ladder } = setUp();
    const rows = [theirs(GERMAN)];
    for (let times = 0; times < 3; times += 1) await ladder.translateSeen(rows, AUTO);
    expect(core.translate).toHaveBeenCalledTimes(1);
    await ladder.translateSeen(rows, { to: 'fr', mode: 'auto' });
    expect(core.translate).toHaveBeenCalledTimes(2);
  });

  test('a visible message is requested again when its sender has edited it', async () => {
    const { core, ladder } = setUp();
    const row = theirs(GERMAN);
    const original = { payload: row.payload, sensitiveInfo: 0 };
    await ladder.translateSeen([row], AUTO);
    for (let times = 0; times < 2; times += 1)
      await ladder.translateSeen(
        [{ ...row, payload: { kind: 'text', body: SPANISH }, edited: { at: 5, original } }],
        AUTO,
      );
    expect(core.translate).toHaveBeenCalledTimes(2);
  });

  test("visible messages are skipped when they are own, covered, translated already, in the user's language or without words", async () => {
    const { core, ladder } = setUp();
    const rows = [
      message(PEER, { words: GERMAN, out: true }),
      theirs(GERMAN, { sensitiveInfo: SENSITIVE_COVERED }),
      theirs(GERMAN, { translate: { lang: 'en', text: 'x', by: 'service' } }),
      theirs('Hello, how are you?'),
      theirs('😀 12:30'),
      theirs('wow'),
      message(PEER, { payload: undefined }),
    ];
    await ladder.translateSeen(rows, AUTO);
    expect(core.translate).not.toHaveBeenCalled();
    // A text without a clear language is translated only when the user wants all messages translated.
    await ladder.translateSeen(rows, { to: 'en', mode: 'on' });
    expect(core.translate.mock.calls).toEqual([[[rows[5]?.mid], 'en']]);
  });

  test('visible messages are translated thirty at a time, the newest first, and twenty per call', async () => {
    const { core, ladder } = setUp();
    const rows = Array.from({ length: 100 }, (_, n) => theirs(`${GERMAN} ${n}`));
    await ladder.translateSeen(rows, AUTO);
    const calls = core.translate.mock.calls as unknown as [string[], string][];
    expect(calls.map(([mids]) => mids.length)).toEqual([20, 10]);
    expect(calls.flatMap(([mids]) => mids)).toEqual(rows.slice(-30).map(({ mid }) => mid));
  });

  test('visible messages are requested again half a minute after a failure', async () => {
    const { core, ladder, clock } = setUp();
    core.translate.mockResolvedValueOnce({ ok: false, error: { code: 'offline' } } as never);
    const rows = [theirs(GERMAN)];
    await ladder.translateSeen(rows, AUTO);
    await ladder.translateSeen(rows, AUTO);
    expect(core.translate).toHaveBeenCalledTimes(1);
    clock.at = 30_000;
    await ladder.translateSeen(rows, AUTO);
    expect(core.translate).toHaveBeenCalledTimes(2);
  });

  test('visible messages are translated by the server when the device fails', async () => {
    const broken: DevicePorts = {
      translator: {
        availability: async () => 'available',
        create: async () => {
          throw new DOMException('gone', 'NotSupportedError');
        },
      },
      detector: {
        availability: async () => 'available',
        create: async () => {
          throw new DOMException('gone', 'NotSupportedError');
        },
      },
    };
    const { core, ladder } = setUp(broken);
    await ladder.translateSeen([theirs(GERMAN), theirs('wow')], AUTO);
    expect(core.translate).toHaveBeenCalledTimes(1);
  });
});

test('a draft is translated by the device, else by the server, else stays untranslated', async () => {
  const { core, ladder } = setUp(browser());
  expect(await ladder.translateDraft('Hallo', 'de', 'en')).toBe('device: Hallo');
  expect(await ladder.translateDraft('Hi', 'en', 'de')).toBe('server: Hi');
  core.translateDraft.mockResolvedValueOnce(ok({ text: 'Hi', by: 'original' }) as never);
  expect(await ladder.translateDraft('Hi', 'en', 'de')).toBeUndefined();
});

test('the language of a peer is that of the newest messages with a clear language', () => {
  const rows = [
    theirs(SPANISH),
    theirs(GERMAN),
    theirs('ok'),
    message(PEER, { words: 'Hello, how are you?', out: true }),
  ];
  expect(languageOfPeer(rows)).toBe('de');
  expect(languageOfPeer([theirs('Привет, как дела?')])).toBeUndefined();
  const payload = { kind: 'text', body: SPANISH, said: { lang: 'en', text: 'Hello' } } as const;
  expect(languageOfPeer([theirs('', { payload })])).toBe('en');
  const foreign = { ...payload, said: { lang: 'xx', text: 'Hello' } };
  expect(languageOfPeer([theirs('', { payload: foreign })])).toBe('es');
  expect(languageOfPeer([])).toBeUndefined();
});

test('a bubble shows a translation when there is one', () => {
  const translate = { lang: 'en', text: 'Hello', by: 'service' } as const;
  const said = { lang: 'en', text: 'Hello' } as const;
  const kinds = (row: MessageRow) => bubbleTexts(row, 'en')?.kind;
  expect(kinds(theirs('Hallo', { translate }))).toBe('translated');
  expect(kinds(theirs('Hello ', { translate }))).toBeUndefined();
  expect(kinds(theirs('Hallo', { translate: { ...translate, lang: 'fr' } }))).toBeUndefined();
  expect(kinds(theirs('Hallo', { payload: { kind: 'text', body: 'Hallo', said } }))).toBe('original');
  expect(bubbleTexts(message(PEER, { payload: { kind: 'text', body: 'Hallo', said }, out: true }), 'en')).toMatchObject(
    {
      first: 'Hello',
      second: 'Hallo',
      kind: 'sent',
    },
  );
  expect(kinds(theirs('Hallo'))).toBeUndefined();
});
