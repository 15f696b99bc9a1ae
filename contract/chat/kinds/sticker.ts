import { object, pipe, regex, string } from 'valibot';
import { plainText } from '../../xml/characters.ts';
import { isSticker } from '../stickers.ts';
import { defineKind } from './kind.ts';
import { attrsOf, KIND_NS, label } from './shapes.ts';

/** Message kind `sticker` (type 6): `id` is `pack/name`. A client that lacks the sticker, as it is of a newer build, shows `name`. */
export const sticker = defineKind({
  type: 6,
  kind: 'sticker',
  sentBy: 'people',
  isNews: true,
  category: 'chat',
  startsAs: 'sending',
  schema: object({ id: pipe(string(), regex(/^[a-z]{1,16}\/[a-z-]{1,24}$/)), name: label(40) }),
  write: ({ id, name }, build) => ({
    body: '',
    children: [build('sticker', { xmlns: KIND_NS, id, name: plainText(name) })],
  }),
  read(_body, x) {
    const { id, name } = attrsOf(x, 'sticker');
    return { id, name: plainText(name ?? '') };
  },
  complete: (_facts, { id, name }) => (isSticker(id) ? { id, name } : 'unknown-sticker'),
  words: ({ name }) => [name],
});
