/** More combining marks than any script needs on one letter. */
const MANY = /([\p{Mn}\p{Me}]{6})[\p{Mn}\p{Me}]+/gu;

/** Truncates stacked combining marks ("Zalgo" text) for display. The stored message does not change. */
export const withFewMarks = (text: string): string => text.replace(MANY, '$1');
