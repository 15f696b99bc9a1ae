import { type InferOutput, maxLength, object, pipe, regex, safeParse, string } from 'valibot';
import { asciiFromBase64url, asciiToBase64url } from './base64url.ts';
import { PUSH_ENDPOINT_MAX_CHARS, PUSH_TOKEN_MAX_CHARS } from './rules.ts';

const PREFIX = 'gc1.';
const base64url = (chars: number) => pipe(string(), regex(new RegExp(`^[\\w-]{${chars}}$`)));

const ascii = regex(/^[\x21-\x7e]+$/);

/** What a push token stands for (product 9.6): the five facts whose change makes another token of it. */
const pushOptions = object({
  endpoint: pipe(string(), maxLength(PUSH_ENDPOINT_MAX_CHARS), ascii),
  /** Public key of the browser: an uncompressed point of P-256, 65 bytes. */
  p256dh: base64url(87),
  /** 16 bytes. */
  auth: base64url(22),
  swScope: pipe(string(), maxLength(256), ascii),
  /** Public key of the server that the browser subscribed with. */
  vapidKey: base64url(87),
});
export type PushOptions = Readonly<InferOutput<typeof pushOptions>>;

/** `gc1.` and base64url of the options' JSON. */
export const writePushToken = ({ endpoint, p256dh, auth, swScope, vapidKey }: PushOptions): string =>
  `${PREFIX}${asciiToBase64url(JSON.stringify({ endpoint, p256dh, auth, swScope, vapidKey }))}`;

/** Undefined for anything else than a token of ours. */
export function readPushToken(token: string): PushOptions | undefined {
  if (!token.startsWith(PREFIX) || token.length > PUSH_TOKEN_MAX_CHARS) return undefined;
  try {
    const parsed = safeParse(pushOptions, JSON.parse(asciiFromBase64url(token.slice(PREFIX.length)) ?? ''));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
