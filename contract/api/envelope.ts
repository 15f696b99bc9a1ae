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
import { typedText } from '../typed-text.ts';

const short = pipe(typedText, maxLength(256));
const long = pipe(typedText, maxLength(1024));

/** Device facts of every request (product 7.1). fbp and fbc are set for order creation only. */
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
});
export type DeviceInfo = InferOutput<typeof deviceInfo>;

/** Build facts of every request (product 7.1). */
export const clientInfo = object({
  channel: short,
  pkgName: short,
  versionCode: pipe(number(), integer(), minValue(0)),
  versionName: short,
  host: short,
});
export type ClientInfo = InferOutput<typeof clientInfo>;

export const uid = pipe(number(), safeInteger(), minValue(1));
export const jid = pipe(string(), minLength(3), maxLength(512));

/** The caller as the client states it. It authorises nothing: the token in the headers does, and a mismatch is refused (401). */
export const userInfo = object({ id: uid, jid, vcToken: pipe(string(), maxLength(128)), role: number() });
export type UserInfo = InferOutput<typeof userInfo>;

/** The envelope of every request (wire 1.1). */
export const requestBody = object({ deviceInfo, clientInfo, userInfo: nullable(userInfo), data: unknown() });

/** `result` is 1 on success; a failure repeats the HTTP status in it, so that a proxy cannot hide it. */
export const answerBody = object({ result: number(), msg: optional(string(), ''), data: optional(unknown()) });
export const RESULT_OK = 1;

/** Header that repeats the bearer token. */
export const HEADER_TOKEN = 'X-Token';
/** Header with an id of the attempt, for the log. */
export const HEADER_REQUEST_ID = 'X-Request-Id';
/** Header with the id of a change, the same for every attempt. */
export const HEADER_OPERATION = 'Idempotency-Key';
