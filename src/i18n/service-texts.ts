import i18next from 'i18next';
import { fitsKey, type OfficialKey } from '#contract/chat/official.ts';
import { ANSWERS_OF_QUESTIONS } from '#contract/chat/questions.ts';

/**
 * Texts of an official card, from `locales/<lng>/more/kinds.json`, and the gems that it is about, from its arguments. Available once
 * `useWords('kinds')` returns true.
 */
type CardWords = { readonly title: string; readonly text: string; readonly gems?: number };

/**
 * Returns the texts of a card from the team in the current language; undefined when its key or arguments are from a newer build.
 * Requires the namespace `kinds`.
 */
export function wordsOfCard(key: OfficialKey, args: Readonly<Record<string, string>>): CardWords | undefined {
  const t = i18next.getFixedT(null, 'kinds');
  if (!i18next.exists(`kinds:card.${key}.title`) || !fitsKey(key, args)) return undefined;
  const title = t(`card.${key}.title`);
  if (key === 'reportClosed')
    return { title, text: t(args['acted'] === '1' ? 'card.reportClosed.acted' : 'card.reportClosed.not') };
  return { title, text: t(`card.${key}.text`), gems: Number(args['gems']) };
}

/** Texts of a predefined question. */
export type QuestionWords = { readonly words: string; readonly options: readonly string[] };

/** Returns the text and options of a built-in question in the current language, counted from 1; undefined for one of a newer build. */
export function wordsOfQuestion(q: number): QuestionWords | undefined {
  const count = ANSWERS_OF_QUESTIONS[q - 1];
  if (count === undefined) return undefined;
  const say = (name: string) => i18next.t(`kinds:q.${q}.${name}` as 'kinds:q.1.words');
  return { words: say('words'), options: Array.from({ length: count }, (_, at) => say(`a${at}`)) };
}
