import { isTextLanguage, type TextLanguage } from './text-languages.ts';

/** Scripts that each identify one language of the app. Kana precedes Han, because Japanese uses both. */
const SCRIPTS: readonly (readonly [RegExp, TextLanguage])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
];

/** Short words that are frequent in one of the languages with Latin letters and rare in the others. */
const MARKERS: readonly (readonly [TextLanguage, string])[] = [
  [
    'de',
    'hallo ich du bist wie geht nicht und was wer schön danke bitte heißt guten tschüss das ist mir mich dich dir auch ' +
      'noch mal wieder ein eine war wir sie der den die mit für auf hast habe bin aber gern gerne lieber heute nur ' +
      'echt ehrlich gesagt dein dein deine',
  ],
  [
    'es',
    'hola qué cómo estás eres quién gracias buenos buenas muy pero soy tú adiós dónde llamas el los las lo y una un ' +
      'que es mucho ahora vez también fue para yo mi puedes hoy más cuéntame está estoy gusta del contigo estaba siempre verdad llámame perdona me te se tal día',
  ],
  [
    'fr',
    "bonjour salut je tu es vous comment ça qui merci bonsoir pas suis oui au revoir quoi le les des une c'est j'ai " +
      "et avec pour moi toi mais très est j'étais je n'ai que bien un plus c'était dis donc j'aime de",
  ],
  [
    'it',
    'ciao come stai sei chi grazie sono che buongiorno buonasera anche perché dove ti chiami il gli di è per non una ' +
      'mi più ma un ho hai bello io della con adesso subito scusa ero mmm direi',
  ],
  [
    'pt',
    'olá oi você tudo bem quem obrigado obrigada não sou bom boa tchau é está onde o os um uma mas muito que eu ' +
      'também com foi agora mim me conta te hoje mais do em novo já até nunca agora estava',
  ],
  [
    'tr',
    'merhaba selam nasılsın sen kimsin teşekkürler ben evet hayır günaydın ne var iyi çok naber bir bu ve için ama ' +
      'de gibi daha mi mı bana seni değil şey güzel biraz beni bunu hiç seninle',
  ],
  [
    'id',
    'halo hai apa kabar kamu siapa terima kasih saya aku tidak selamat pagi malam lagi dong yang itu ini dan di ada ' +
      'bisa juga untuk senang sekali nggak sih kok aja ya mau sama coba sendiri',
  ],
  [
    'en',
    "hello hi hey how are you who what the is thanks good bye where my your i'm i it that this and not to of for with " +
      "was would have am like do did it's don't me here from when there nice they he she we can but so",
  ],
];
const MARKED: readonly (readonly [TextLanguage, ReadonlySet<string>])[] = MARKERS.map(([lang, words]) => [
  lang,
  new Set(words.split(' ')),
]);

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{M}']+/gu) ?? [];

/**
 * Returns the language with most marker words in the text, with half a hit more for `favoured`. `hits` is 0 if no word is a marker, or if
 * two languages have equally many.
 */
function bestMarked(text: string, favoured?: TextLanguage): { readonly lang: TextLanguage; readonly hits: number } {
  const words = wordsIn(text);
  const found = MARKED.map(([lang, marked]) => ({
    lang,
    hits: words.filter((word) => marked.has(word)).length + (lang === favoured ? 0.5 : 0),
  }));
  const [best, second] = found.toSorted((a, b) => b.hits - a.hits);
  if (!best || best.hits < 1) return { lang: favoured ?? 'en', hits: 0 };
  return { lang: best.lang, hits: best.hits - (second?.hits === best.hits ? best.hits : 0) };
}

const scriptOf = (text: string): TextLanguage | undefined => SCRIPTS.find(([letters]) => letters.test(text))?.[1];

/**
 * Detects the language of a text: by its script, else by marker words, else the profile's, else English. A short greeting that fits
 * several languages counts as the profile's if that is one of them. Demo hosts choose their reply language by it.
 */
export function languageOf(text: string, profile: string): TextLanguage {
  return scriptOf(text) ?? bestMarked(text, isTextLanguage(profile) ? profile : undefined).lang;
}

/** A letter that is not Latin. After `scriptOf` found no script, it belongs to no language of the app. */
const OTHER_LETTERS = /(?!\p{Script=Latin})\p{L}/u;

/**
 * Detects the language of a text; `other` for letters of an unsupported script, undefined if nothing identifies it. Decides whether a
 * message needs a translation.
 */
export function detectLanguage(text: string): TextLanguage | 'other' | undefined {
  const script = scriptOf(text);
  if (script) return script;
  if (OTHER_LETTERS.test(text)) return 'other';
  const { lang, hits } = bestMarked(text);
  return hits > 0 ? lang : undefined;
}

/** Returns whether a text contains anything to translate: outside of links, a letter and another letter or mark, or a Han character. */
export const hasWords = (text: string): boolean =>
  /\p{L}[\p{L}\p{M}]|\p{Script=Han}/u.test(text.replace(/https?:\S+/g, ''));
