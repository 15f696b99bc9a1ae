import { createHash, createHmac } from 'node:crypto';
import { CALL_RECORDS, FRIEND_REQUESTS, MESSAGES, profilePath, TASKS, threadPath } from '../../../contract/paths.ts';
import { resultPath } from '../../../contract/payments/paths.ts';
import type { PushKind, PushSubject } from '../../../contract/push/kinds.ts';
import { ACCOUNT_TAG_CHARS, type PushPayload } from '../../../contract/push/payload.ts';
import { PUSH_PADDED_APPLE_BYTES, PUSH_PADDED_BYTES } from '../../../contract/push/rules.ts';
import { unreachable } from '../../../contract/result.ts';
import { type AppleWords, wordsIn } from './texts.ts';

const TOPIC_CHARS = 32;
const COUNT_MAX = 9_999;

/**
 * Data of a push to all devices of an account, from which `payloadOf` builds the payload. `n`: events of this notification; `unread`:
 * conversations with unread events; `gone`: conversations whose notifications it closes.
 */
export type Pushed = {
  readonly uid: number;
  readonly tag: string;
  readonly kind: PushKind;
  readonly about: PushSubject;
  /** Id of the newest event. */
  readonly id: string;
  readonly n: number;
  readonly unread: number;
  readonly at: number;
  readonly until: number;
  readonly isSilent: boolean;
  readonly gone: readonly string[];
};

/** Returns a hash of the uid for push payloads, by which a device recognizes that a push is for its own account. */
export const accountTag = (uid: number): string =>
  createHash('sha256').update(String(uid)).digest('base64url').slice(0, ACCOUNT_TAG_CHARS);

/**
 * Returns the topic of a push (RFC 8030, section 5.4), by which a push service replaces an older push of the same notification that it
 * still stores. It reveals nothing to the service.
 */
export const topicOf = (uid: number, tag: string, secret: string): string =>
  createHmac('sha256', secret).update(`${uid} ${tag}`).digest('base64url').slice(0, TOPIC_CHARS);

/** Builds the payload of a push for the service worker; it contains ids only, no names or texts. */
export function payloadOf({ uid, kind, about, id, n, unread, at, until, isSilent, gone }: Pushed): PushPayload {
  const { tid, sid, uid: subjectUid, order, asked = false } = about;
  return {
    v: 1,
    k: kind,
    i: id,
    a: accountTag(uid),
    ...(tid !== undefined && { t: tid }),
    ...(sid !== undefined && { s: sid }),
    ...(subjectUid !== undefined && { u: subjectUid }),
    ...(order !== undefined && { o: order }),
    n: Math.min(n, COUNT_MAX),
    b: Math.min(unread, COUNT_MAX),
    at,
    x: until,
    ...(isSilent && { q: 1 as const }),
    ...(asked && { r: 1 as const }),
    gone: [...gone],
  };
}

/** Returns the path that a tap opens when the service worker does not run. No path starts or answers a call. */
function pathOf({ k, t, u, o }: PushPayload): string {
  switch (k) {
    case 'message':
    case 'gift':
    case 'missed':
    case 'official':
      return t === undefined ? MESSAGES : threadPath(t);
    case 'friend':
      return FRIEND_REQUESTS;
    case 'online':
      return u === undefined ? MESSAGES : profilePath(u);
    case 'checkIn':
      return TASKS;
    case 'booking':
    case 'bookingBegins':
      return CALL_RECORDS;
    case 'payment':
      return o === undefined ? MESSAGES : resultPath(o);
    case 'call':
    case 'callback':
      return '/';
    default:
      return unreachable(k);
  }
}

/** Builds a declarative web push, which the system shows itself, with a text that names no user. The service worker may replace it. */
function appleShape(payload: PushPayload, tag: string, swScope: string, { lang, dir, title }: AppleWords) {
  return {
    web_push: 8030,
    notification: {
      title,
      navigate: new URL(pathOf(payload), swScope).href,
      tag,
      lang,
      dir,
      silent: payload.q === 1,
      data: payload,
      app_badge: String(payload.b),
    },
    mutable: true,
  };
}

/** The device that receives a push: its format, language and service worker scope. */
export type Receiver = { readonly shape: 'web' | 'apple'; readonly lang: string; readonly swScope: string };

/**
 * Returns the text of a push to encrypt for one device. All texts of one format have the same length, which hides the kind; a longer
 * text, as with a very long service worker scope, is padded to a multiple of it.
 */
export function plainTextFor({ shape, lang, swScope }: Receiver, payload: PushPayload, tag: string): string {
  if (shape === 'web') return padded(JSON.stringify(payload), PUSH_PADDED_BYTES);
  const words = wordsIn(lang, payload.k);
  return padded(JSON.stringify(appleShape(payload, tag, swScope, words)), PUSH_PADDED_APPLE_BYTES);
}

/** Pads with spaces, which are valid after JSON, to the next multiple of `step` bytes. */
function padded(text: string, step: number): string {
  const bytes = Buffer.byteLength(text);
  return text + ' '.repeat(Math.max(1, Math.ceil(bytes / step)) * step - bytes);
}
