import { LOCK_ID_CHARS, lockSeed, type MessageKey } from '#contract/chat/lock-id.ts';

const base64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

/** Returns the id that the server gives to the lock of a message. Empty when `crypto.subtle` is missing (page without HTTPS). */
export async function lockIdOf(message: MessageKey): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>;
  if (!subtle) return '';
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(lockSeed(message)));
  return base64Url(digest).slice(0, LOCK_ID_CHARS);
}
