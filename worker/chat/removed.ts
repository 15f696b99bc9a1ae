import { SENSITIVE_PORN } from '#contract/chat/rules.ts';
import { coverOf } from '#contract/chat/sensitive.ts';
import { midOf, sideTidOf, stanzaIdOfMid } from '#contract/ids.ts';
import { CHAT_MEDIA_CACHE } from '#contract/media/private.ts';
import { factsOf } from '../db/reads/facts.ts';
import type { ChatDb, MessageRow } from '../db/schema.ts';

const isRemoval = ({ payload }: MessageRow) => payload?.kind === 'system' && payload.key === 'removed';
/** Returns the paths of private media anywhere in a message's payload. */
const pathsIn = (row: MessageRow): string[] =>
  JSON.stringify(row.payload ?? '').match(/\/media\/p\/[0-9a-f]{32}/g) ?? [];

/**
 * Blanks messages that a service message removes (same meaning as XEP-0425), whichever of the two arrived first. Runs
 * at the end of the transaction that stored `fresh`. Returns the media paths whose cached copies must be deleted.
 */
export async function blankRevoked(
  { messages, threads }: Pick<ChatDb, 'messages' | 'threads'>,
  fresh: readonly MessageRow[],
  ownLocal: string,
): Promise<readonly string[]> {
  const ids = fresh.filter((row) => pathsIn(row).length > 0).map(({ mid }) => stanzaIdOfMid(mid));
  const earlier = ids.length > 0 ? await messages.where('answers').anyOf(ids).filter(isRemoval).toArray() : [];
  const paths: string[] = [];
  for (const { tid: side, answers = '' } of [...fresh.filter(isRemoval), ...earlier]) {
    const named = [side.slice(1), ownLocal].map((local) => midOf(local, answers));
    for (const row of await messages.where('mid').anyOf(named).toArray()) {
      if (sideTidOf(row.tid) !== side || coverOf(row) === 'removed') continue;
      paths.push(...pathsIn(row));
      const blank: MessageRow = {
        ...row,
        payload: { kind: 'text', body: '' },
        raw: '',
        sensitiveInfo: row.sensitiveInfo | SENSITIVE_PORN,
      };
      await messages.put(blank);
      await threads
        .where('tid')
        .equals(row.tid)
        .modify((thread) => {
          if (thread.lastMid === row.mid) thread.lastFacts = factsOf(blank);
        });
    }
  }
  return paths;
}

/** Deletes the copies of media, original and resized, from the service worker's cache. */
export async function forgetCopies(paths: readonly string[]): Promise<void> {
  if (paths.length === 0 || !(await caches.has(CHAT_MEDIA_CACHE))) return;
  const cache = await caches.open(CHAT_MEDIA_CACHE);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))) await cache.delete(request);
  }
}
