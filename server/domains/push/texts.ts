import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, record, string } from 'valibot';
import type { AwayKind } from '../../../contract/push/kinds.ts';

const LOCALES = new URL('../../../src/i18n/locales/', import.meta.url);
const RIGHT_TO_LEFT = new Set(['ar', 'he']);
const DEFAULT = 'en';

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
} as const satisfies Record<AwayKind, string>;
const lines = record(string(), string());

const known = new Set(readdirSync(fileURLToPath(LOCALES)));
const read = new Map<string, ReturnType<typeof readWords>>();
const readWords = (lang: string) =>
  parse(lines, JSON.parse(readFileSync(new URL(`${lang}/push.json`, LOCALES), 'utf8')));

/**
 * Returns the title of a declarative push for a kind of event, in the device's language or else English, in general terms: without names
 * or message content.
 */
export function wordsIn(language: string, kind: AwayKind): AppleWords {
  const [base = ''] = language.toLowerCase().split(/[-_]/);
  const lang = known.has(base) ? base : DEFAULT;
  const found = read.get(lang) ?? readWords(lang);
  read.set(lang, found);
  return { lang, dir: RIGHT_TO_LEFT.has(lang) ? 'rtl' : 'ltr', title: found[LINES[kind]] ?? found['official'] ?? '' };
}
