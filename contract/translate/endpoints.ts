import { array, check, maxLength, minLength, object, picklist, pipe, string, union } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { MESSAGE_MAX_CHARS } from '../chat/rules.ts';
import { TEXT_LANGUAGES } from '../chat/text-languages.ts';
import { TRANSLATE_CHARS_MAX, TRANSLATE_TEXTS_MAX } from './rules.ts';

/** Source of a translation by the server. `original`: the text could not be translated and is returned unchanged. */
export const TRANSLATED_BY = ['service', 'phrasebook', 'original'] as const;
const by = picklist(TRANSLATED_BY);

const text = pipe(string(), minLength(1), maxLength(MESSAGE_MAX_CHARS));
const texts = pipe(
  array(text),
  minLength(1),
  maxLength(TRANSLATE_TEXTS_MAX),
  check((all) => all.reduce((sum, text) => sum + text.length, 0) <= TRANSLATE_CHARS_MAX, 'too many characters'),
);

/** Translation of texts. The server stores none of them, and the translator learns no user ids. */
export const translateRows = {
  /** `sourceText` is one text or several; the response has the same shape and order. */
  translate: {
    path: '/api/translate_service/translate',
    access: 'user',
    adult: false,
    effect: 'read',
    delivery: 'now',
    input: object({ targetLang: picklist(TEXT_LANGUAGES), sourceText: union([text, texts]) }),
    output: object({ translatedText: union([string(), array(string())]), by: union([by, array(by)]) }),
  },
} as const satisfies EndpointTable;
