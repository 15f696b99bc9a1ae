import i18next from 'i18next';
import { fitsKey, type OfficialKey } from '#contract/chat/official.ts';
import { ANSWERS_OF_QUESTIONS } from '#contract/chat/questions.ts';

/** Words of the namespace `kinds`, in the language of the page. They are there once `useWords('kinds')` says so. */
type CardWords = { readonly title: string; readonly text: string; readonly gems?: number };

/** What a card says by its key; undefined when the key or its arguments are of a newer build. */
export function wordsOfCard(key: OfficialKey, args: Readonly<Record<string, string>>): CardWords | undefined {
  const t = i18next.getFixedT(null, 'kinds');
  if (!i18next.exists(`kinds:card.${key}.title`) || !fitsKey(key, args)) return undefined;
  const title = t(`card.${key}.title`);
  if (key === 'reportClosed')
    return { title, text: t(args['acted'] === '1' ? 'card.reportClosed.acted' : 'card.reportClosed.not') };
  return { title, text: t(`card.${key}.text`), gems: Number(args['gems']) };
}

export type QuestionWords = { readonly words: string; readonly options: readonly string[] };

/** One of our questions, from 1; undefined for one of a newer build. */
export function wordsOfQuestion(q: number): QuestionWords | undefined {
  const count = ANSWERS_OF_QUESTIONS[q - 1];
  if (count === undefined) return undefined;
  const say = (name: string) => i18next.t(`kinds:q.${q}.${name}` as 'kinds:q.1.words');
  return { words: say('words'), options: Array.from({ length: count }, (_, at) => say(`a${at}`)) };
}
