import type { BookingRefusal } from './calls/booking-rules.ts';
import type { GiftRefusal } from './gifts/buy.ts';

/**
 * Result of work in another thread or over a network: errors are data, because Comlink transfers only name, message and
 * stack of an Error.
 */
export type Result<T, E = AppError> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/**
 * Every failure that a page may have to explain. `src/i18n/errors.ts` has one sentence for each, checked by the compiler.
 * `msg` is the backend's text, or the text of product 8.1: for the log, not for users.
 */
export type AppError = Failure & { readonly msg?: string };

type Failure =
  | { readonly code: 'offline' }
  | { readonly code: 'timeout' }
  | { readonly code: 'cancelled' }
  | { readonly code: 'unauthorized' }
  | { readonly code: 'wrong-credentials' }
  /** The present password is wrong, or the proof of identity is invalid. */
  | { readonly code: 'wrong-password' }
  /** A mailed code is wrong, outdated, or was entered wrongly too often. */
  | { readonly code: 'wrong-code' }
  /** The signature by a passkey is invalid or outdated, or no account has the passkey. */
  | { readonly code: 'passkey-refused' }
  /** The password is too short or too long; `password-common`: it is one of the common ones. */
  | { readonly code: 'password-length' }
  | { readonly code: 'password-common' }
  /** The action requires a birth date, which is not known yet. */
  | { readonly code: 'age' }
  /** The user is underage, or an underage birth date was entered on this device. */
  | { readonly code: 'underage' }
  /** The user has deleted the account; until `until` (server clock, ms) a login with `restore` restores it. */
  | { readonly code: 'closing'; readonly until: number }
  /** The account cannot be deleted before `waitsFor` has ended; `owed`: an open payout, or earnings that can be paid out. */
  | { readonly code: 'not-closable'; readonly waitsFor: 'call' | 'booking' | 'order' | 'owed' }
  /** This device has another guest account, which has no other login method. */
  | { readonly code: 'device-taken' }
  /** Google did not confirm the login. */
  | { readonly code: 'google-refused' }
  | { readonly code: 'need-login' }
  /** The page has drawn another account than the one that is signed in now. Nothing was done. */
  | { readonly code: 'other-account' }
  | { readonly code: 'invalid-token' }
  | { readonly code: 'bad-request'; readonly detail: string }
  | { readonly code: 'not-found' }
  | { readonly code: 'favourites-full'; readonly max: number }
  | { readonly code: 'forbidden' }
  | { readonly code: 'conflict' }
  | { readonly code: 'rate-limited'; readonly retryAfterMs: number }
  | { readonly code: 'server-error' }
  | { readonly code: 'message-empty' }
  /** The message contains a character that is not text: a control, a lone surrogate or a noncharacter. */
  | { readonly code: 'message-unreadable' }
  | { readonly code: 'message-too-long'; readonly maxChars: number }
  | { readonly code: 'core-lost' }
  | { readonly code: 'stale-build' }
  | { readonly code: 'storage-full' }
  | { readonly code: 'storage-broken' }
  /** This browser or window has no storage for files (File System Standard). */
  | { readonly code: 'storage-missing' }
  /** `detail` is one of CALL_ERRORS or CALL_REASONS (contract/calls/calls.ts). */
  | { readonly code: 'call'; readonly detail: string }
  /** `detail`: 'xmpp send iq error' and the reason. `reason`: `other` if the gift service gave none. `price`, `balance`: current. */
  | {
      readonly code: 'gift';
      readonly detail: string;
      readonly reason: GiftRefusal | 'other';
      readonly price?: number;
      readonly balance?: number;
    }
  /** `need`: the gems that are missing. */
  | { readonly code: 'gems-insufficient'; readonly need: number; readonly balance: number }
  /** The price differs from the displayed one; nothing was charged. `price`: current gems or silver; absent for money. */
  | { readonly code: 'price-changed'; readonly price?: number }
  /** The user's own spending limit; `left`: gems that it still allows. */
  | {
      readonly code: 'spend-limit';
      readonly scope: 'buy' | 'use';
      readonly window: 'day' | 'week';
      readonly left: number;
    }
  /** A booked call was not proposed or changed. */
  | { readonly code: 'booking'; readonly reason: BookingRefusal }
  | { readonly code: 'not-refundable' }
  | { readonly code: 'too-many-orders' }
  /** The task, reward or one-time pack was claimed before. */
  | { readonly code: 'claimed' }
  /** Too many cards were declined today. */
  | { readonly code: 'channel-closed' }
  /** Nothing is sold in this country. */
  | { readonly code: 'not-sold' }
  /** Spending and buying are locked until staff review the account. */
  | { readonly code: 'locked' }
  /** The payment service does not respond. Nothing was charged. */
  | { readonly code: 'gateway-down' }
  /** The item no longer exists. Nothing was paid, or it was refunded. */
  | { readonly code: 'gone' }
  /** The file is no picture, clip or sound of an accepted type, whatever its name says. */
  | { readonly code: 'upload-type' }
  | { readonly code: 'upload-too-large'; readonly maxBytes: number }
  /** The picture or clip has more pixels than the server decodes. */
  | { readonly code: 'upload-dimensions' }
  | { readonly code: 'upload-too-long'; readonly maxSeconds: number }
  /** A HEIC picture, which this browser cannot decode. */
  | { readonly code: 'upload-heic' }
  /** The file is damaged, cut short, or not decodable. */
  | { readonly code: 'upload-unreadable' }
  /** A chosen file that the page can no longer read: it was moved, deleted or changed, or is a folder. */
  | { readonly code: 'upload-gone' }
  /** A picture or clip that is also a page, a script or an archive. */
  | { readonly code: 'upload-disguised' }
  /** The account's daily upload quota is used up. */
  | { readonly code: 'upload-quota' }
  /** The server's disk is full. */
  | { readonly code: 'upload-no-room' }
  /** Content moderation rejected the file. */
  | { readonly code: 'upload-refused' };

/** Code of a failure, by which pages choose the text for the user. */
export type ErrorCode = AppError['code'];

/** Creates a successful result. */
export const ok = <T>(value: T) => ({ ok: true, value }) as const;
/** Creates a failed result. */
export const fail = <E>(error: E) => ({ ok: false, error }) as const;

/** Makes a missing case of a union a compile error. */
export function unreachable(value: never): never {
  throw new TypeError(`Unhandled case: ${JSON.stringify(value)}`);
}
