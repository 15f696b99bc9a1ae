import { readFileSync } from 'node:fs';
import { parse, record, string } from 'valibot';
import type { PushKind } from '../../../contract/push/kinds.ts';
import { chooseLanguage, directionOf, formatLocaleOf, type Language } from '../../../src/i18n/languages.ts';

const LOCALES = new URL('../../../src/i18n/locales/', import.meta.url);

/** Language and title of a notification that Apple's system shows itself, without the service worker. */
export type AppleWords = {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly title: string;
};

/** The key in `src/i18n/locales/en/push.json` of each kind's text that contains no name. */
const LINES = {
  message: 'newMessage',
  gift: 'newGift',
  missed: 'missed',
  call: 'incomingCall',
  callback: 'someoneWaits',
  friend: 'newRequest',
  online: 'someoneOnline',
  checkIn: 'checkIn',
  official: 'official',
  payment: 'payment',
  booking: 'bookingNews',
  bookingBegins: 'bookingBegins',
} as const satisfies Record<PushKind, string>;
const lines = record(string(), string());

const read = new Map<Language, ReturnType<typeof readWords>>();
const readWords = (lang: Language) =>
  parse(lines, JSON.parse(readFileSync(new URL(`${lang}/push.json`, LOCALES), 'utf8')));

/**
 * Returns the title of a declarative push for a kind of event, in general terms (without names or message content), with its language and
 * direction: the language of the device's tag, or else English.
 */
export function wordsIn(tag: string, kind: PushKind): AppleWords {
  const language = chooseLanguage(null, [tag]);
  const found = read.get(language) ?? readWords(language);
  read.set(language, found);
  return {
    lang: formatLocaleOf(language, [tag]),
    dir: directionOf(language),
    title: found[LINES[kind]] ?? found['official'] ?? '',
  };
}
