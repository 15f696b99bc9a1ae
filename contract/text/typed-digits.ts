/** Digits of other scripts than Latin. Each script has its ten digits in one row of Unicode. */
const DIGIT = /(?![0-9])\p{Nd}/u;
const DIGITS = new RegExp(DIGIT, 'gu');
/** Returns the value of a digit: the number of digits before it in its row. */
const digitValue = (digit: string): number => {
  const before = String.fromCodePoint((digit.codePointAt(0) ?? 0) - 1);
  return DIGIT.test(before) ? digitValue(before) + 1 : 0;
};

/**
 * Returns a text with the digits of every script as Latin ones. Of the compatibility forms, which NFKC replaces, some have no row of their
 * own.
 */
export const foldDigits = (text: string): string => text.replace(DIGITS, (digit) => `${digitValue(digit)}`);

/**
 * Returns a code or number that a user typed or pasted, as it is checked: with Latin digits whatever the keyboard has, without white space
 * and characters that draw nothing.
 */
export const typedDigits = (text: string): string =>
  foldDigits(text.normalize('NFKC')).replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '');
