/** What XML 1.0 (section 2.2) cannot hold at all: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * Text fit for a stanza. One forbidden character ends the whole stream as not well-formed, and what is in the outbox
 * would end the next one too. Line ends become what an XML parser makes of them (section 2.11).
 */
export const xmlText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(NOT_XML, '');
