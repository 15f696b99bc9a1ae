import { object } from 'valibot';
import { defineKind } from './kind.ts';
import { attrsOf, KIND_NS, numberIn, uid } from './shapes.ts';

/** Message kind `add_friend_msg` (type 401): the official service reports that the account and the user `about` became friends. */
export const addFriend = defineKind({
  type: 401,
  kind: 'add_friend_msg',
  sentBy: 'official',
  isNews: true,
  category: 'relation',
  startsAs: 'success',
  schema: object({ about: uid }),
  write: ({ about }, build) => ({ body: '', children: [build('friend', { xmlns: KIND_NS, about })] }),
  read: (_body, x) => ({ about: numberIn(attrsOf(x, 'friend')['about']) }),
  about: ({ about }) => about,
});
