import { object } from 'valibot';
import { defineKind } from './kind.ts';
import { attrsOf, KIND_NS, numberIn, uid, words } from './shapes.ts';

/** Message kind `friends_request` (type 7): the official service delivers a friend request of the user `about`; the body is their note. */
export const friendsRequest = defineKind({
  type: 7,
  kind: 'friends_request',
  sentBy: 'official',
  isNews: true,
  category: 'relation',
  startsAs: 'success',
  schema: object({ about: uid, body: words(0, 200) }),
  write: ({ about, body }, build) => ({ body, children: [build('request', { xmlns: KIND_NS, about })] }),
  read: (body, x) => ({ about: numberIn(attrsOf(x, 'request')['about']), body }),
  about: ({ about }) => about,
});
