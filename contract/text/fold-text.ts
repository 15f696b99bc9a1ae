import { foldDigits } from './typed-digits.ts';

/**
 * Cyrillic letters that Unicode decomposes into a letter and a mark: й, ў, ї, ѓ, ќ. They are letters of their own, unlike ё, which most
 * texts write as е, and unlike a vowel with a stress mark.
 */
const CYRILLIC_LETTER = '[иу]\\u0306|і\\u0308|[гк]\\u0301';
/**
 * Marks that do not change a word: accents of Latin, Greek and Cyrillic; points and accents of Hebrew; vocalisation of Arabic and its
 * hamza.
 */
const MARK =
  '[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]';
/**
 * The nukta of the Hindi letters for sounds of other languages, क़ ख़ ग़ ज़ फ़, which most texts leave out; in ड़ and ढ़ it is part of the
 * letter.
 */
const OPTIONAL_NUKTA = '(?<=[\\u0915-\\u0917\\u091c\\u092b])\\u093c';
const LETTERS_AND_MARKS = new RegExp(`${CYRILLIC_LETTER}|${MARK}|${OPTIONAL_NUKTA}`, 'gu');

/** Characters that draw nothing, such as joiners, soft hyphens and direction marks, and the Arabic tatweel, which only stretches a word. */
const NO_LETTER = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

/** Letters with another spelling that Unicode does not decompose, apostrophes and quotation marks. */
const SPELLINGS: Readonly<Record<string, string>> = {
  // Latin letters with a stroke, dotless i, and ligatures. Turkish ı and i are one letter: capitals of other languages do not
  // distinguish them.
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ƀ: 'b',
  ɨ: 'i',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  // Greek final sigma.
  ς: 'σ',
  // Arabic, Persian, Urdu: one alef, yeh, kaf and heh; alef with hamza or madda and hamza on a carrier decompose into these.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ہ: 'ه',
  ە: 'ه',
  // Typographic apostrophes and quotation marks, the Hebrew geresh and gershayim, and the okina.
  '‘': "'",
  '’': "'",
  ʼ: "'",
  ʻ: "'",
  '׳': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '״': '"',
};
const SPELLING = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'gu');

/** The Thai and Lao vowel am, typed as its ring before the tone; Unicode decomposes it into the tone before the ring. */
const RING_AND_TONE = /([\u0e4d\u0ecd])([\u0e48-\u0e4b\u0ec8-\u0ecb])/gu;

/** Katakana, and its signs of repetition, with a hiragana of the same sound, which is 0x60 before it. */
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/gu;
const KANA_DISTANCE = 0x60;
const HANGUL = /[\uac00-\ud7a3]/gu;

/**
 * Folds text for search, with one rule per script. All: without case, compatibility forms (NFKC) and characters that draw nothing; a digit,
 * a dash and a quotation mark is the same in every script. Latin, Greek, Cyrillic, Hebrew, Arabic: without accents and points (`MARK`);
 * other spellings of a letter are one letter. Indic, Thai and other scripts: vowel signs and tones are letters and stay, except an optional
 * nukta. Japanese: katakana are hiragana; a voiced kana is another letter. Korean: syllables become letters, so that a syllable matches
 * while it is being typed.
 */
export const foldText = (text: string): string =>
  foldDigits(text.normalize('NFKD'))
    .replace(NO_LETTER, '')
    .toLowerCase()
    .replace(LETTERS_AND_MARKS, (found) => (found.length > 1 ? found : ''))
    .replace(SPELLING, (found) => SPELLINGS[found] ?? found)
    .replace(/\p{Pd}/gu, '-')
    .replace(RING_AND_TONE, '$2$1')
    // A decomposed letter would be found inside of itself with a mark, as か in が.
    .normalize('NFC')
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_DISTANCE))
    .replace(HANGUL, (syllable) => syllable.normalize('NFD'));

/** Returns a test whether a name contains every typed word, compared by `foldText`; without a word, every name passes. */
export function createNameFilter(typed: string): (name: string) => boolean {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  return (name) => {
    const folded = foldText(name);
    return words.every((word) => folded.includes(word));
  };
}
