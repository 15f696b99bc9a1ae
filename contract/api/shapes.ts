import { boolean, integer, maxValue, minValue, number, object, optional, picklist, pipe, string } from 'valibot';
import { pictureBlur } from '../picture-blur.ts';
import { shownText } from '../typed-text.ts';
import { jid, uid } from './envelope.ts';

/** Shapes shared by several rows of the endpoint table. */

/** Whole gems or silver coins. */
export const amount = pipe(number(), integer(), minValue(0));

/** A whole number from 0. */
export const wholeUpTo = (max: number) => pipe(number(), integer(), minValue(0), maxValue(max));

/** Addresses of the XMPP services that a client trusts (wire 2.1). */
export const componentInfo = object({
  domain: string(),
  hub: string(),
  gift: string(),
  official: string(),
  gate: string(),
});

/** The operator's settings (product 3.2). */
export const commonConfig = object({
  enableUserTaskEntrance: boolean(),
  enablePaidUserFreeCall: boolean(),
  enableCallback: boolean(),
  enableLuckyBox: boolean(),
});
/** Settings of the silver club. `silverCallDuration`: seconds of a silver call. */
export const silverInfoConf = object({ enableSilverClub: boolean(), silverCallDuration: amount });

export const presence = picklist(['online', 'busy', 'offline']);

/** An anchor as lists show them (product 3.5). Media addresses are paths of our media host, or empty. */
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
  /** Whole years, -1 when it is not known (product 5.6). */
  age: number(),
  about: shownText,
  status: presence,
  /** Gems per started minute. */
  price: amount,
  /** First seen within the last `ANCHOR_NEW_DAYS`. */
  isNew: boolean(),
  /** Member of the silver club. */
  isSilver: boolean(),
  /** True when the caller likes this anchor; false for a visitor. */
  liked: boolean(),
  favourite: boolean(),
});
