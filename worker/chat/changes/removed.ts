import { SENSITIVE_PORN } from '#contract/chat/rules.ts';
import { coverOf } from '#contract/chat/sensitive.ts';
import { localOfMid, midOf, sideTidOf } from '#contract/ids.ts';
import { CHAT_MEDIA_CACHE } from '#contract/media/private.ts';
import type { ChatDb, MessageRow } from '../../db/schema.ts';
import { lastFactsOf } from '../../db/writes/thread.ts';

type Tables = Pick<ChatDb, 'messages' | 'threads'>;

/** Returns whether this message says that moderation has removed another one. */
export const isRemoval = ({ payload }: MessageRow) => payload?.kind === 'system' && payload.key === 'removed';
/** Returns whether a message is a retraction that the server has accepted: of the peer, or an own one, also of another device. */
export const isAcceptedRetraction = ({ payload, state }: MessageRow) =>
  payload?.kind === 'retraction' && state === 'success';
/** Returns the paths of private media anywhere in a message's payload. */
const pathsIn = (row: MessageRow): string[] =>
  JSON.stringify(row.payload ?? '').match(/\/media\/p\/[0-9a-f]{32}/g) ?? [];

/**
 * Blanks the messages that `changes` revoke: moderation removed them (same meaning as XEP-0425), or their sender deleted them for everyone
 * (XEP-0424). Returns the media paths whose cached copies must be deleted.
 */
export async function blankRevoked(
  db: Tables,
  changes: readonly MessageRow[],
  ownLocal: string,
): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const row of changes) {
    const { tid: side, answers = '' } = row;
    if (isAcceptedRetraction(row)) {
      // A sender deletes only own messages: the mid is of the same sender.
      paths.push(...(await blank(db, [midOf(localOfMid(row.mid), answers)], side, { retract: 'done' })));
    } else if (isRemoval(row)) {
      const named = [side.slice(1), ownLocal].map((local) => midOf(local, answers));
      paths.push(...(await blank(db, named, side, 'removed')));
    }
  }
  return paths;
}

async function blank(
  { messages, threads }: Tables,
  mids: readonly string[],
  side: string,
  by: 'removed' | Pick<MessageRow, 'retract'>,
): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const row of await messages.where('mid').anyOf(mids).toArray()) {
    if (sideTidOf(row.tid) !== side || coverOf(row) === 'removed' || row.retract === 'done') continue;
    paths.push(...pathsIn(row));
    const { edited: _edited, reactions: _reactions, ...first } = row;
    const { unreadIn, translate: _translate, editRefused: _editRefused, ...read } = first;
    const content = { payload: { kind: 'text', body: '' } as const, raw: '' };
    // A message that its sender deleted is not counted as unread any more; one that moderation removed is.
    const blanked: MessageRow =
      by === 'removed'
        ? { ...first, ...content, sensitiveInfo: row.sensitiveInfo | SENSITIVE_PORN }
        : { ...read, ...content, ...by };
    await messages.put(blanked);
    await threads
      .where('tid')
      .equals(row.tid)
      .modify((thread) => {
        if (thread.lastMid === row.mid) thread.lastFacts = lastFactsOf(blanked);
        if (unreadIn !== undefined && by !== 'removed') thread.unread = Math.max(0, thread.unread - 1);
      });
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
