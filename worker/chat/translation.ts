import type { TextLanguage } from '#contract/chat/text-languages.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import { fail, ok } from '#contract/result.ts';
import { isBlank } from '#contract/text/visible-text.ts';
import type { translationCommands } from '#contract/translate/commands.ts';
import { longestTranslationOf, TRANSLATE_CHARS_MAX } from '#contract/translate/rules.ts';
import { plainText } from '#contract/xml/characters.ts';
import type { Api } from '../api/client.ts';
import type { Epoch } from '../base/epoch.ts';
import type { ChatDb, MessageRow, SessionRow } from '../db/schema.ts';

type TranslationPorts = {
  readonly chat: ChatDb;
  readonly api: Pick<Api, 'call'>;
  readonly epoch: Epoch;
  readonly session: () => Promise<SessionRow | undefined>;
};
type Translation = NonNullable<MessageRow['translate']>;

const wordsOf = ({ payload }: MessageRow): string => (payload?.kind === 'text' ? payload.body : '');

/** Returns a translation as trimmed plain text; undefined when it is empty or too long for its original. */
function cleaned(text: string, original: string): string | undefined {
  const words = plainText(text).trim();
  return words === '' || words.length > longestTranslationOf(original) ? undefined : words;
}

/** Splits rows into requests: the server limits the total number of characters of one. */
function callsOf(rows: readonly MessageRow[]): readonly (readonly MessageRow[])[] {
  const calls: MessageRow[][] = [];
  let chars = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    chars += wordsOf(row).length;
    if (chars > TRANSLATE_CHARS_MAX) {
      calls.push([]);
      chars = wordsOf(row).length;
    }
    calls.at(-1)?.push(row);
  }
  return calls;
}

/**
 * Creates the translation commands. Translations of messages are stored in their rows, so they are available offline; those of drafts are
 * not stored.
 */
export function createTranslationCommands({
  chat,
  api,
  epoch,
  session,
}: TranslationPorts): CommandsOf<typeof translationCommands> {
  /** Stores a translation unless it is unusable, the message's text has changed since the request, or the user has signed out. */
  async function keep(mid: string, original: string, translate: Translation, isCurrent: () => boolean): Promise<void> {
    const text = cleaned(translate.text, original);
    if (text === undefined) return;
    await chat.transaction('rw', chat.messages, async () => {
      const row = await chat.messages.where('mid').equals(mid).first();
      if (!row || !isCurrent() || wordsOf(row) !== original) return;
      await chat.messages.put({ ...row, translate: { ...translate, text } });
    });
  }

  async function ask(rows: readonly MessageRow[], lang: TextLanguage, isCurrent: () => boolean) {
    const answer = await api.call('translate', { targetLang: lang, sourceText: rows.map(wordsOf) });
    if (!answer.ok) return answer;
    const { translatedText, by } = answer.value;
    for (const [index, row] of rows.entries()) {
      const from = by[index];
      const text = translatedText[index];
      if (text === undefined || (from !== 'service' && from !== 'phrasebook')) continue;
      await keep(row.mid, wordsOf(row), { lang, text, by: from }, isCurrent);
    }
    return ok(null);
  }

  return {
    async translate(mids, lang) {
      const isCurrent = epoch.guard();
      if (!(await session())) return fail(needLogin);
      const rows = await chat.messages
        .where('mid')
        .anyOf([...mids])
        .toArray();
      for (const call of callsOf(rows.filter((row) => !isBlank(wordsOf(row))))) {
        const result = await ask(call, lang, isCurrent);
        if (!result.ok) return result;
      }
      return ok(null);
    },

    async translateDraft(text, lang) {
      const answer = await api.call('translate', { targetLang: lang, sourceText: text });
      if (!answer.ok) return answer;
      const translation = cleaned(String(answer.value.translatedText), text);
      const by = answer.value.by === 'service' || answer.value.by === 'phrasebook' ? answer.value.by : 'original';
      return ok(translation === undefined ? { text, by: 'original' as const } : { text: translation, by });
    },

    async keepTranslation(mid, translation) {
      const isCurrent = epoch.guard();
      if (!(await session())) return fail(needLogin);
      const row = await chat.messages.where('mid').equals(mid).first();
      if (!row) return fail({ code: 'not-found' });
      await keep(mid, wordsOf(row), translation, isCurrent);
      return ok(null);
    },

    async setTranslate(tid, mode) {
      const isCurrent = epoch.guard();
      if (!(await session())) return fail(needLogin);
      const changed = await chat.transaction('rw', chat.threads, async () =>
        isCurrent() ? chat.threads.where('tid').equals(tid).modify({ translate: mode }) : 0,
      );
      return changed > 0 ? ok(null) : fail({ code: 'not-found' });
    },
  };
}
