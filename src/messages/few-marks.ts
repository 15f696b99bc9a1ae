/** More combining marks than any script needs on one letter. */
const MANY = /([\p{Mn}\p{Me}]{6})[\p{Mn}\p{Me}]+/gu;

/**
 * Returns a text with stacked combining marks ("Zalgo" text) cut off, so that it does not overlap other messages. Applied when a
 * message is drawn; the stored text does not change.
 */
export const withFewMarks = (text: string): string => text.replace(MANY, '$1');
