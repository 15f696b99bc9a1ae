/** Characters that XML 1.0, section 2.2, forbids: most controls, lone surrogates, U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Makes text fit for a stanza. One forbidden character ends the whole stream as not well-formed, and the outbox would end the next one
 * too. Line ends are normalised as by an XML parser (XML 1.0, section 2.11). Applied to a serialised stanza it changes no markup, which
 * is all ASCII.
 */
export const xmlText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(NOT_XML, '');

/** Characters that plain text excludes: controls except tab and line ends, lone surrogates, non-characters. */
const NO_TEXT = /(?![\t\n\r])\p{Cc}|[\p{Cs}\p{Noncharacter_Code_Point}]/u;
const EACH_NO_TEXT = new RegExp(NO_TEXT, 'gu');

/** Returns whether a text is plain. Typed text that is not plain is rejected. */
export const isPlainText = (text: string): boolean => !NO_TEXT.test(text);

/** Removes characters that are not plain from text of any origin, and normalises line ends to \n. */
export const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(EACH_NO_TEXT, '');

const plainValue = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replace(EACH_NO_TEXT, '') : value;

/** Serialises JSON of plain text: JSON allows characters that the surrounding XML forbids. Line ends are unchanged. */
export const writePlainJson = (value: unknown): string => JSON.stringify(value, plainValue);

/** Whether every text within a parsed value is plain (`isPlainText`), keys included. Uses an explicit stack, so depth is unbounded. */
export function holdsPlainText(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && !isPlainText(next)) return false;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, member] of Object.entries(next)) open.push(key, member);
  }
  return true;
}
