/** Marks that do not change a word: Latin accents and the vowel points of Arabic and Hebrew. Indic and Thai vowel signs are letters of a word. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/**
 * Folds text for search: without case, accents and compatibility forms (NFKD). Korean syllables become letters, so that a syllable
 * matches while it is being typed.
 */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(MARKS, '').toLowerCase().replaceAll('ı', 'i').replaceAll('ß', 'ss');
