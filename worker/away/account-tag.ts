import { ACCOUNT_TAG_CHARS } from '#contract/away/payload.ts';

/** The tag by which a push says whom it is for, without naming them. */
export async function accountTag(uid: number): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(String(uid))));
  const text = btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return text.slice(0, ACCOUNT_TAG_CHARS);
}
