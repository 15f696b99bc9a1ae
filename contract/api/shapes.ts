import { boolean, integer, maxValue, minValue, number, object, optional, picklist, pipe, string } from 'valibot';
import { pictureBlur } from '../picture-blur.ts';
import { shownText } from '../text/typed-text.ts';
import { jid, uid } from './envelope.ts';

/** Shapes shared by several rows of the endpoint table. */

/** Schema of an amount of whole gems or silver coins, or of any other count from 0. */
export const amount = pipe(number(), integer(), minValue(0));

/** Creates the schema of a whole number from 0 to `max`. */
export const wholeUpTo = (max: number) => pipe(number(), integer(), minValue(0), maxValue(max));

/** Schema of the XMPP domain and service addresses that the server gives a client at login (wire 2.1); the client trusts no others. */
export const componentInfo = object({
  domain: string(),
  hub: string(),
  gift: string(),
  official: string(),
  gate: string(),
});

/** Schema of the operator's switches (product 3.2), part of the response of `combineInfo`. */
export const commonConfig = object({
  enableUserTaskEntrance: boolean(),
  enablePaidUserFreeCall: boolean(),
  enableCallback: boolean(),
  enableLuckyBox: boolean(),
});
/** Schema of the settings of the silver club. `silverCallDuration`: seconds of a silver call. */
export const silverInfoConf = object({ enableSilverClub: boolean(), silverCallDuration: amount });

/** Schema of a user's availability in lists and presence responses. */
export const presence = picklist(['online', 'busy', 'offline']);

/** Schema of an anchor in a list (product 3.5). Media addresses are paths on the media host, or empty. */
export const anchorItem = object({
  uid,
  jid,
  nickName: shownText,
  avatarUrl: string(),
  /** Placeholder of the avatar. */
  avatarBlur: optional(pictureBlur, ''),
  /** A short clip that plays on a card. */
  videoUrl: string(),
  country: string(),
  lang: string(),
  /** Whole years; -1 if unknown (product 5.6). */
  age: number(),
  about: shownText,
  status: presence,
  /** Gems per started minute. */
  price: amount,
  /** False: shown without a call button. */
  takesCalls: optional(boolean(), true),
  /** First seen within the last `ANCHOR_NEW_DAYS`. */
  isNew: boolean(),
  /** Member of the silver club. */
  isSilver: boolean(),
  /** True if the caller likes this anchor; false for anonymous requests. */
  liked: boolean(),
  favourite: boolean(),
});
