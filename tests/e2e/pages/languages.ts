import { readFileSync } from 'node:fs';
import { directionOf, isLanguage, type Language, localeOf, LANGUAGES as NAMES } from '../../../src/i18n/languages.ts';
import type call from '../../../src/i18n/locales/en/call.json';
import type common from '../../../src/i18n/locales/en/common.json';
import type domain from '../../../src/i18n/locales/en/domain.json';
import type download from '../../../src/i18n/locales/en/download.json';
import type edit from '../../../src/i18n/locales/en/edit.json';
import type friends from '../../../src/i18n/locales/en/friends.json';
import type login from '../../../src/i18n/locales/en/login.json';
import type match from '../../../src/i18n/locales/en/match.json';
import type message from '../../../src/i18n/locales/en/message.json';
import type official from '../../../src/i18n/locales/en/official.json';
import type people from '../../../src/i18n/locales/en/people.json';
import type preflight from '../../../src/i18n/locales/en/preflight.json';
import type profile from '../../../src/i18n/locales/en/profile.json';
import type safety from '../../../src/i18n/locales/en/safety.json';
import type settings from '../../../src/i18n/locales/en/settings.json';
import type wall from '../../../src/i18n/locales/en/wall.json';

const FILES = [
  'call',
  'common',
  'connection',
  'domain',
  'download',
  'errors',
  'login',
  'message',
  'official',
  'people',
  'settings',
  'profile',
  'friends',
  'edit',
  'safety',
  'wall',
  'match',
  'preflight',
] as const;

type Words = {
  readonly call: typeof call;
  readonly common: typeof common;
  readonly domain: typeof domain;
  readonly download: typeof download;
  readonly login: typeof login;
  readonly message: typeof message;
  readonly official: typeof official;
  readonly people: typeof people;
  readonly settings: typeof settings;
  readonly profile: typeof profile;
  readonly friends: typeof friends;
  readonly edit: typeof edit;
  readonly safety: typeof safety;
  readonly wall: typeof wall;
  readonly match: typeof match;
  readonly preflight: typeof preflight;
};

/** The fifteen languages in the order of the settings. */
export const LANGUAGES = Object.entries(NAMES).flatMap(([language, name]) =>
  isLanguage(language) ? [{ language, name, lang: localeOf(language), dir: directionOf(language) }] : [],
);

const read = (language: Language) =>
  Object.fromEntries(
    FILES.map((file) => {
      const path = new URL(`../../../src/i18n/locales/${language}/${file}.json`, import.meta.url);
      return [file, JSON.parse(readFileSync(path, 'utf8'))] as const;
    }),
  );

const known = new Map<Language, Words>();

/** The texts of a language from its translation files. */
export function wordsOf(language: Language): Words {
  const words: Words = known.get(language) ?? (read(language) as unknown as Words);
  known.set(language, words);
  return words;
}
