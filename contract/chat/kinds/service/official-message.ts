import { object, optional, picklist, pipe, regex, string } from 'valibot';
import { OFFICIAL_KEYS, OFFICIAL_ROUTES } from '../../official.ts';
import { defineKind } from '../kind.ts';
import { attrsOf, KIND_NS, words } from '../shapes.ts';
import { args, readSay, writeSay } from './service-text.ts';

/**
 * Message kind `official_message` (type 21): a card of the official service with a translated text by key, and an optional picture, button
 * and operator's text.
 */
export const officialMessage = defineKind({
  type: 21,
  kind: 'official_message',
  sentBy: 'official',
  isNews: true,
  category: 'official',
  startsAs: 'success',
  schema: object({
    key: picklist(OFFICIAL_KEYS),
    args,
    picture: optional(pipe(string(), regex(/^\/media\/[0-9a-f]{32}$/))),
    route: optional(picklist(OFFICIAL_ROUTES)),
    body: words(0, 2_000),
  }),
  write: ({ key, args: values, picture, route, body }, build) => ({
    body,
    children: [
      writeSay({ key, args: values }, build),
      ...(picture === undefined ? [] : [build('picture', { xmlns: KIND_NS, url: picture })]),
      ...(route === undefined ? [] : [build('go', { xmlns: KIND_NS, route })]),
    ],
  }),
  read(body, x) {
    const { key, args: values } = readSay(x);
    const { url: picture } = attrsOf(x, 'picture');
    const { route } = attrsOf(x, 'go');
    return {
      key,
      args: values,
      body,
      ...(picture !== undefined && { picture }),
      ...(route !== undefined && { route }),
    };
  },
});
