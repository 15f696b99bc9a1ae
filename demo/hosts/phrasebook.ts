import { TEXT_LANGUAGES, type TextLanguage } from '../../contract/chat/text-languages.ts';
import { wordsOf } from './phrases.ts';

/**
 * All sentences of the demo hosts in one language, grouped, from which the phrasebook is built; the position of a sentence is the same in
 * every language.
 */
export function linesOf(lang: TextLanguage): readonly (readonly string[])[] {
  const { hello, talk, question, who, bye, busy, declines, greet, sends, heard } = wordsOf(lang);
  const { voice, picture, locked, wish, invite } = sends;
  return [
    hello,
    talk,
    question,
    who,
    bye,
    busy,
    declines,
    greet.login,
    greet.profile,
    greet.after_call,
    voice,
    picture,
    locked,
    wish,
    invite,
    heard.picture,
    heard.clip,
    heard.voice,
    heard.place,
    heard.answer,
    heard.gift,
    heard.no,
  ];
}

/**
 * Creates a function that finds a sentence of the demo hosts in another of 15 languages; undefined for any other text. A demo uses it for
 * texts that the service did not translate.
 */
export function openPhrasebook(): (text: string, to: TextLanguage) => string | undefined {
  const books = new Map(TEXT_LANGUAGES.map((lang) => [lang, linesOf(lang)]));
  const places = new Map<string, readonly [group: number, line: number]>();
  for (const groups of books.values())
    for (const [group, lines] of groups.entries())
      for (const [line, text] of lines.entries()) if (!places.has(text)) places.set(text, [group, line]);
  return (text, to) => {
    const [group, line] = places.get(text.trim()) ?? [];
    return group === undefined || line === undefined ? undefined : books.get(to)?.[group]?.[line];
  };
}
