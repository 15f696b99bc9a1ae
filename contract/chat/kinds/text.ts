import { maxLength, minLength, object, pipe, string } from 'valibot';
import { cutText } from '../../xml/characters.ts';
import { MESSAGE_MAX_CHARS } from '../rules.ts';
import { defineKind } from './kind.ts';

const PREVIEW_CHARS = 160;

/** The words themselves are the body. */
export const text = defineKind({
  type: 0,
  kind: 'text',
  sentBy: 'people',
  isNews: true,
  category: 'chat',
  startsAs: 'sending',
  schema: object({ body: pipe(string(), minLength(1), maxLength(MESSAGE_MAX_CHARS)) }),
  write: ({ body }) => ({ body }),
  read: (body) => ({ body }),
  facts: ({ body }) => ({ body: cutText(body, PREVIEW_CHARS) }),
  preview: ({ body }) => body,
});
