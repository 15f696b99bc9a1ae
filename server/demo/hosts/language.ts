/** Languages that the hosts write: those of the app. */
export const HOST_LANGUAGES = [
  'ar',
  'bn',
  'de',
  'en',
  'es',
  'fr',
  'he',
  'hi',
  'id',
  'it',
  'ja',
  'ko',
  'pt',
  'tr',
  'zh',
] as const;
export type HostLanguage = (typeof HOST_LANGUAGES)[number];

export const isHostLanguage = (lang: string): lang is HostLanguage => HOST_LANGUAGES.some((one) => one === lang);

/** Scripts of one language each. Kana before Han: Japanese has both. */
const SCRIPTS: readonly (readonly [RegExp, HostLanguage])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
];

/** Short words that are frequent in one of the languages with Latin letters and rare in the others. */
const MARKERS: readonly (readonly [HostLanguage, RegExp])[] = [
  ['de', /^(hallo|ich|du|bist|wie|geht|nicht|und|was|wer|schön|danke|bitte|heißt|guten|tschüss)$/],
  ['es', /^(hola|qué|cómo|estás|eres|quién|gracias|buenos|buenas|muy|pero|soy|tú|adiós|dónde|llamas)$/],
  ['fr', /^(bonjour|salut|je|tu|es|vous|comment|ça|qui|merci|bonsoir|pas|suis|oui|au|revoir|quoi)$/],
  ['it', /^(ciao|come|stai|sei|chi|grazie|sono|che|buongiorno|buonasera|anche|perché|dove|ti|chiami)$/],
  ['pt', /^(olá|oi|você|tudo|bem|quem|obrigado|obrigada|não|sou|bom|boa|tchau|é|está|onde)$/],
  ['tr', /^(merhaba|selam|nasılsın|sen|kimsin|teşekkürler|ben|evet|hayır|günaydın|ne|var|iyi|çok|naber)$/],
  ['id', /^(halo|hai|apa|kabar|kamu|siapa|terima|kasih|saya|aku|tidak|selamat|pagi|malam|lagi|dong)$/],
  ['en', /^(hello|hi|hey|how|are|you|who|what|the|is|thanks|good|bye|where|my|your|i'm)$/],
];

/**
 * Detects the language of a text: by its script, else by its short words, else by the profile, else English. A short
 * greeting that fits several languages counts as the profile's where that is one of them.
 */
export function languageOf(text: string, profile: string): HostLanguage {
  const script = SCRIPTS.find(([letters]) => letters.test(text));
  if (script) return script[1];
  const words = text.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? [];
  const count = (marker: RegExp) => words.filter((word) => marker.test(word)).length;
  const own = isHostLanguage(profile) ? profile : undefined;
  const found = MARKERS.map(([lang, marker]) => ({ lang, hits: count(marker) + (lang === own ? 0.5 : 0) }));
  const best = found.reduce((a, b) => (b.hits > a.hits ? b : a));
  return best.hits >= 1 ? best.lang : (own ?? 'en');
}
