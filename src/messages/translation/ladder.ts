import { detectLanguage, hasWords } from '#contract/chat/language.ts';
import { coverOf } from '#contract/chat/sensitive.ts';
import { isTextLanguage, type TextLanguage } from '#contract/chat/text-languages.ts';
import type { CoreApi } from '#contract/core.ts';
import { TRANSLATE_TEXTS_MAX, type TranslateMode } from '#contract/translate/rules.ts';
import type { MessageRow } from '#db/schema.ts';
import { core } from '../../core/core.ts';
import { browserDevice, createDevice, type Device } from './device.ts';

const AT_ONCE = 30;
/** After a failed call nothing is asked for so long. */
const REST_MS = 30_000;

type LadderPorts = {
  readonly device: Device;
  readonly core: Pick<CoreApi, 'translate' | 'keepTranslation' | 'translateDraft'>;
  readonly now: () => number;
};
type Wanted = { readonly to: TextLanguage; readonly mode: TranslateMode };

export type Ladder = {
  /** Translates what is in sight and needs it. What could not be translated is not asked for again while this page lives. */
  translateSeen(rows: readonly MessageRow[], wanted: Wanted): Promise<void>;
  /** Words that are about to be sent; undefined where nobody could translate them. */
  translateDraft(text: string, from: TextLanguage, to: TextLanguage): Promise<string | undefined>;
};

const wordsOf = ({ payload }: MessageRow): string => (payload?.kind === 'text' ? payload.body : '');

/** What its sender typed, where it is a translation. */
const saidIn = ({ payload }: MessageRow) => (payload?.kind === 'text' ? payload.said : undefined);

const needs = (row: MessageRow, to: TextLanguage): boolean =>
  !row.out && !saidIn(row) && row.translate?.lang !== to && coverOf(row) === undefined && hasWords(wordsOf(row));

/** The language that somebody writes: that of their newest message which has a clear one. */
export function languageOfPeer(rows: readonly MessageRow[]): TextLanguage | undefined {
  for (const row of rows.toReversed()) {
    if (row.out) continue;
    const said = saidIn(row)?.lang;
    if (said !== undefined && isTextLanguage(said)) return said;
    const lang = detectLanguage(wordsOf(row));
    if (lang !== undefined && lang !== 'other') return lang;
  }
  return undefined;
}

/** Creates the order in which translators are asked: this device, the server, nobody. */
export function createLadder({ device, core, now }: LadderPorts): Ladder {
  const asked = new Set<string>();
  let restsUntil = 0;

  /** Returns whether the server is to be asked. */
  async function tryHere(row: MessageRow, { to, mode }: Wanted): Promise<boolean> {
    const words = wordsOf(row);
    const from = detectLanguage(words) ?? (await device.detect(words));
    if (from === to || (from === undefined && mode !== 'on')) return false;
    const text = from === undefined || from === 'other' ? undefined : await device.translate(words, from, to);
    if (text === undefined) return true;
    await core.keepTranslation(row.mid, { lang: to, text, by: 'device' });
    return false;
  }

  return {
    async translateSeen(rows, wanted) {
      const { to, mode } = wanted;
      const keyOf = ({ mid }: MessageRow) => `${to} ${mode} ${mid}`;
      if (now() < restsUntil) return;
      const fresh = rows.filter((row) => needs(row, to) && !asked.has(keyOf(row))).slice(-AT_ONCE);
      for (const row of fresh) asked.add(keyOf(row));
      const rest: MessageRow[] = [];
      for (const row of fresh) if (await tryHere(row, wanted)) rest.push(row);
      for (let at = 0; at < rest.length; at += TRANSLATE_TEXTS_MAX) {
        const some = rest.slice(at, at + TRANSLATE_TEXTS_MAX);
        const result = await core.translate(
          some.map(({ mid }) => mid),
          to,
        );
        if (result.ok) continue;
        restsUntil = now() + REST_MS;
        for (const row of rest.slice(at)) asked.delete(keyOf(row));
        return;
      }
    },

    async translateDraft(text, from, to) {
      device.prepare(from, to);
      const here = await device.translate(text, from, to);
      if (here !== undefined) return here;
      const result = await core.translateDraft(text, to);
      return result.ok && result.value.by !== 'original' ? result.value.text : undefined;
    },
  };
}

/** The device's part is shared, so that a translator is made once. */
export const device = createDevice(browserDevice);
/** One for the whole page. */
export const ladder = createLadder({ device, core, now: Date.now });
