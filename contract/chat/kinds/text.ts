import { maxLength, minLength, object, optional, pipe, regex, string } from 'valibot';
import { plainText } from '../../xml/characters.ts';
import { MESSAGE_MAX_CHARS } from '../rules.ts';
import { defineKind } from './kind.ts';
import { KIND_NS } from './shapes.ts';

const message = pipe(string(), minLength(1), maxLength(MESSAGE_MAX_CHARS));

/** Message kind `text` (type 0): the body holds the text. `said`: the sender's original if the body is a translation. */
export const text = defineKind({
  type: 0,
  kind: 'text',
  sentBy: 'people',
  isNews: true,
  category: 'chat',
  startsAs: 'sending',
  schema: object({
    body: message,
    said: optional(object({ lang: pipe(string(), regex(/^[a-z]{2}$/)), text: message })),
  }),
  write: ({ body, said }, build) => ({
    body,
    children: said ? [build('said', { xmlns: KIND_NS, lang: said.lang }, plainText(said.text))] : [],
  }),
  read(body, x) {
    const said = x.getChild('said', KIND_NS);
    return said ? { body, said: { lang: said.attrs['lang'], text: plainText(said.text()) } } : { body };
  },
  mustSay: ({ body, said }) => (said ? [body, said.text] : [body]),
  words: ({ body, said }) => (said ? [body, said.text] : [body]),
});
