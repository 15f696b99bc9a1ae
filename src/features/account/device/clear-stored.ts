import { CHAT_MEDIA_CACHE, PICTURE_CACHE } from '#contract/media/private.ts';
import { ok, type Result } from '#contract/result.ts';
import { core } from '../../../core/core.ts';

/**
 * Names of the Cache Storage caches with media: files of messages, portraits and album pictures, and the drawings of gifts and
 * stickers. Measured and cleared on the device page.
 */
export const PICTURE_CACHES: readonly string[] = [CHAT_MEDIA_CACHE, PICTURE_CACHE, 'art'];
/** Kinds of local data that the user can clear on the device page: messages, pictures and lists. */
export const CLEARABLE_KINDS = ['messages', 'pictures', 'lists'] as const;
/** A kind of local data that the user can clear on the device page. */
export type ClearableKind = (typeof CLEARABLE_KINDS)[number];

/**
 * Clears one kind of local data on this device; data that the server does not have yet stays. Cleared messages are not fetched again,
 * pictures and lists are.
 */
export async function clearStored(kind: ClearableKind): Promise<Result<null>> {
  switch (kind) {
    case 'messages':
      return core.clearMessages(null);
    case 'lists':
      return core.clearLists();
    case 'pictures':
      for (const name of PICTURE_CACHES) await caches.delete(name);
      return ok(null);
  }
}

/** Returns the names of the Cache Storage caches with the app's own pages and scripts, to measure their size. Users cannot clear them. */
export const readAppCaches = async (): Promise<readonly string[]> =>
  (await caches.keys()).filter((name) => !PICTURE_CACHES.includes(name));
