import { boolean, number, object, string } from 'valibot';
import { jid, uid } from '../api/envelope.ts';
import { presence } from '../api/shapes.ts';
import { shownText } from '../typed-text.ts';

/** Schema of a user in the lists of friends, likes, favourites and requests. */
export const personItem = object({
  uid,
  jid,
  nickName: shownText,
  avatarUrl: string(),
  country: string(),
  /** Whole years; -1 if unknown (product 5.6). */
  age: number(),
  role: number(),
  status: presence,
});

/** Relation between the caller and another user: `Relation` of `contract/people/people.ts`. */
export const relation = object({
  uid,
  friend: boolean(),
  requested: boolean(),
  requestedMe: boolean(),
  liked: boolean(),
  likesMe: boolean(),
  favourite: boolean(),
  blocked: boolean(),
});
