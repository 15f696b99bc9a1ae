/** More than any script puts on one letter. */
const MANY = /([\p{Mn}\p{Me}]{6})[\p{Mn}\p{Me}]+/gu;

/** Leaves out the marks that are heaped on a letter to draw over what stands above and below it. What is stored stays as it came. */
export const withFewMarks = (text: string): string => text.replace(MANY, '$1');
