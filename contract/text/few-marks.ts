/** More combining marks than any script needs on one letter. */
const MANY = /(\p{M}{6})\p{M}+/gu;

/**
 * Returns a text without the combining marks after the sixth of a letter ("Zalgo" text), so that it does not overlap what is drawn around
 * it. A message is stored with all its marks and drawn with few; a name is stored with few.
 */
export const withFewMarks = (text: string): string => text.replace(MANY, '$1');
