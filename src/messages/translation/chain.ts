import { detectLanguage, hasWords } from '#contract/chat/language.ts';
import { coverOf } from '#contract/chat/sensitive.ts';
import { isTextLanguage, type TextLanguage } from '#contract/chat/text-languages.ts';
import type { CoreApi } from '#contract/core.ts';
import { TRANSLATE_TEXTS_MAX, type TranslateMode } from '#contract/translate/rules.ts';
import type { MessageRow } from '#db/schema.ts';
import { core } from '../../core/core.ts';
import { browserDevice, createDevice, type Device } from './device.ts';

const AT_ONCE = 30;
/** Pause of `translateSeen` after the server failed to translate, ms. */
const REST_MS = 30_000;

type LadderPorts = {
  readonly device: Device;
  readonly core: Pick<CoreApi, 'translate' | 'keepTranslation' | 'translateDraft'>;
  readonly now: () => number;
};
type Wanted = { readonly to: TextLanguage; readonly mode: TranslateMode };

/** Translates received messages and drafts: on the device if the browser can, else by the server. */
export type TranslationChain = {
  /**
   * Translates the received texts of `rows` that have no translation into `to` yet, the newest 30 at most, and stores the translations. A
   * message that neither device nor server can translate is not tried again in the lifetime of the page; after a failed request it is.
   */
  translateSeen(rows: readonly MessageRow[], wanted: Wanted): Promise<void>;
  /** Translates a text before it is sent; undefined if neither device nor server can. */
  translateDraft(text: string, from: TextLanguage, to: TextLanguage): Promise<string | undefined>;
};

const wordsOf = ({ payload }: MessageRow): string => (payload?.kind === 'text' ? payload.body : '');

/**
 * Returns the text that the sender of a message typed, with its language, if the message was sent as a translation; otherwise undefined.
 */
const originalIn = ({ payload }: MessageRow) => (payload?.kind === 'text' ? payload.said : undefined);

const needs = (row: MessageRow, to: TextLanguage): boolean =>
  !row.out && !originalIn(row) && row.translate?.lang !== to && coverOf(row) === undefined && hasWords(wordsOf(row));

/**
 * Returns the language in which the peer writes, to translate drafts into it: that of their newest message whose language is
 * known or detected.
 */
export function languageOfPeer(rows: readonly MessageRow[]): TextLanguage | undefined {
  for (const row of rows.toReversed()) {
    if (row.out) continue;
    const said = originalIn(row)?.lang;
    if (said !== undefined && isTextLanguage(said)) return said;
    const lang = detectLanguage(wordsOf(row));
    if (lang !== undefined && lang !== 'other') return lang;
  }
  return undefined;
}

/**
 * Creates the translation chain of the page: the device first, then the server. For 30 s after the server failed to translate received
 * messages, `translateSeen` does nothing, not even on the device; `translateDraft` has no such pause.
 */
export function createTranslationChain({ device, core, now }: LadderPorts): TranslationChain {
  const requested = new Set<string>();
  let restsUntil = 0;

  /** Translates a message on the device and stores that; returns whether the server must be asked instead. False too if none is needed. */
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
      const keyOf = ({ mid, edited }: MessageRow) => `${to} ${mode} ${mid} ${edited?.at ?? ''}`;
      if (now() < restsUntil) return;
      const fresh = rows.filter((row) => needs(row, to) && !requested.has(keyOf(row))).slice(-AT_ONCE);
      for (const row of fresh) requested.add(keyOf(row));
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
        for (const row of rest.slice(at)) requested.delete(keyOf(row));
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

/** On-device translation of this page; one instance, so that each language pair creates one translator. */
export const device = createDevice(browserDevice);
/** Translation chain of this page, shared by all conversations. */
export const translationChain = createTranslationChain({ device, core, now: Date.now });
