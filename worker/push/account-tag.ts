import { ACCOUNT_TAG_CHARS } from '#contract/push/payload.ts';

/** Returns the tag by which a push identifies its account without revealing the uid. */
export async function accountTag(uid: number): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(String(uid))));
  const text = btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return text.slice(0, ACCOUNT_TAG_CHARS);
}
