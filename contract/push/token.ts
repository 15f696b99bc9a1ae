import { type InferOutput, maxLength, object, pipe, regex, safeParse, string } from 'valibot';
import { asciiFromBase64url, asciiToBase64url } from './base64url.ts';
import { PUSH_ENDPOINT_MAX_CHARS, PUSH_TOKEN_MAX_CHARS } from './rules.ts';

const PREFIX = 'gc1.';
const base64url = (chars: number) => pipe(string(), regex(new RegExp(`^[\\w-]{${chars}}$`)));

const ascii = regex(/^[\x21-\x7e]+$/);

/** Contents of a push token (product 9.6): a change of one of the five fields makes a new token. */
const pushOptions = object({
  endpoint: pipe(string(), maxLength(PUSH_ENDPOINT_MAX_CHARS), ascii),
  /** Public key of the browser: an uncompressed point of P-256, 65 bytes. */
  p256dh: base64url(87),
  /** 16 bytes. */
  auth: base64url(22),
  swScope: pipe(string(), maxLength(256), ascii),
  /** VAPID public key of the server at the time of subscription. */
  vapidKey: base64url(87),
});
/** The five fields of a push subscription (product 9.6); a change of one makes a new token. */
export type PushOptions = Readonly<InferOutput<typeof pushOptions>>;

/** Writes the token that the client uploads (`fcmToken`): `gc1.` and the base64url of the options' JSON. */
export const writePushToken = ({ endpoint, p256dh, auth, swScope, vapidKey }: PushOptions): string =>
  `${PREFIX}${asciiToBase64url(JSON.stringify({ endpoint, p256dh, auth, swScope, vapidKey }))}`;

/** Parses an uploaded token on the server; undefined if it is invalid. */
export function readPushToken(token: string): PushOptions | undefined {
  if (!token.startsWith(PREFIX) || token.length > PUSH_TOKEN_MAX_CHARS) return undefined;
  try {
    const parsed = safeParse(pushOptions, JSON.parse(asciiFromBase64url(token.slice(PREFIX.length)) ?? ''));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
