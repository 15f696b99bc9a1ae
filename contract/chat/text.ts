import { maxLength, minLength, object, pipe, string } from 'valibot';
import { defineCodec } from './codec.ts';
import { MESSAGE_MAX_CHARS } from './rules.ts';

/** Message type 0 (product 3.4): the words themselves are the body. */
export const text = defineCodec({
  type: 0,
  kind: 'text',
  schema: object({ body: pipe(string(), minLength(1), maxLength(MESSAGE_MAX_CHARS)) }),
  write: ({ body }) => ({ body }),
  read: (body) => ({ body }),
});
