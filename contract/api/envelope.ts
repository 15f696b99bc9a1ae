import {
  type InferOutput,
  integer,
  maxLength,
  minLength,
  minValue,
  nullable,
  number,
  object,
  optional,
  picklist,
  pipe,
  safeInteger,
  string,
  unknown,
} from 'valibot';
import { externalId, externalIdOrEmpty } from '../external-id.ts';
import { typedText } from '../text/typed-text.ts';

const short = pipe(typedText, maxLength(256));
const long = pipe(typedText, maxLength(1024));

/** Schema of the device facts in every request (product 7.1). `fbp` and `fbc` are set for order creation only. */
export const deviceInfo = object({
  localLanguage: short,
  configLanguage: short,
  fingerprint: long,
  androidId: externalId,
  screenHeight: number(),
  screenWidth: number(),
  timezoneId: short,
  timezoneOffset: number(),
  platform: picklist(['ios', 'android']),
  gaClientId: optional(short, ''),
  deviceModel: optional(short, ''),
  fbp: optional(short),
  fbc: optional(short),
  webUuid: externalId,
  adid: optional(externalIdOrEmpty, ''),
  /** `navigator.maxTouchPoints`, by which an iPad that reports a Mac is known; absent until a page has reported it. */
  touchPoints: optional(number()),
});
/** Device facts of a request; the core reads them from its database. */
export type DeviceInfo = InferOutput<typeof deviceInfo>;

/** Schema of the build facts in every request (product 7.1). */
export const clientInfo = object({
  channel: short,
  pkgName: short,
  versionCode: pipe(number(), integer(), minValue(0)),
  versionName: short,
  host: short,
});
/** Build facts of a request: which app and version sent it. */
export type ClientInfo = InferOutput<typeof clientInfo>;

/** Schema of a user's numeric id. */
export const uid = pipe(number(), safeInteger(), minValue(1));
/** Schema of an XMPP address; checks the length only. */
export const jid = pipe(string(), minLength(3), maxLength(512));

/** Schema of the user as the client states it. It authorises nothing: the token in the headers does, and a mismatch is refused (401). */
export const userInfo = object({ id: uid, jid, vcToken: pipe(string(), maxLength(128)), role: number() });
/** The signed-in user as a client states it in a request; the token in the headers authorises. */
export type UserInfo = InferOutput<typeof userInfo>;

/** Schema of the envelope of every request (wire 1.1); `data` is the endpoint's input. `userInfo` is null for anonymous requests. */
export const requestBody = object({ deviceInfo, clientInfo, userInfo: nullable(userInfo), data: unknown() });

/** Header that repeats the bearer token. The server refuses (401) unless this, the bearer token and the one in `userInfo` are equal. */
export const HEADER_TOKEN = 'X-Token';
/** Header with an id of the attempt, new for each retry, by which client and server logs are matched. */
export const HEADER_REQUEST_ID = 'X-Request-Id';
/** Header with the id of a change, the same for every attempt, so that the server executes the change once. */
export const HEADER_OPERATION = 'Idempotency-Key';
