import { boolean, number, object, string } from 'valibot';
import { jid, uid } from '../api/envelope.ts';
import { presence } from '../api/shapes.ts';
import { shownText } from '../typed-text.ts';

/** What a list of people shows of one. */
export const personItem = object({
  uid,
  jid,
  nickName: shownText,
  avatarUrl: string(),
  country: string(),
  /** Whole years, -1 when it is not known (product 5.6). */
  age: number(),
  role: number(),
  status: presence,
});

/** How the caller and somebody stand to each other: `Relation` of `contract/people/people.ts`. */
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
