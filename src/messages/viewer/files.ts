import { coverOf, isGone } from '#contract/chat/sensitive.ts';
import { uploadIn } from '#contract/media/upload-address.ts';
import type { MessageRow } from '#db/schema.ts';

/** A picture or clip of a conversation that the full-screen viewer can show: its URL is known and it is uploaded. */
export type ViewerItem = {
  /** Unique within the conversation. */
  readonly key: string;
  readonly mid: string;
  readonly kind: 'picture' | 'clip';
  readonly url: string;
  readonly thumb: string;
  readonly row: MessageRow;
};

/** Returns the key of a viewer item: the message and the index in it. */
export const viewerKeyOf = (mid: string, at: number) => `${mid} ${at}`;
const isOpen = (url: string) => url !== '' && uploadIn(url) === undefined;

/**
 * Returns the items of the full-screen viewer: pictures and clips in the order of the messages. Left out are messages that are removed,
 * retracted or covered as sensitive, and files that are locked or not uploaded yet.
 */
export const viewerItemsOf = (rows: readonly MessageRow[]): readonly ViewerItem[] =>
  rows.flatMap((row): readonly ViewerItem[] => {
    const { payload, mid } = row;
    if (!payload || coverOf(row) !== undefined) return [];
    if ('items' in payload) {
      return payload.items.flatMap(({ url, thumb }, at) =>
        isOpen(url) ? { key: viewerKeyOf(mid, at), mid, kind: 'picture' as const, url, thumb, row } : [],
      );
    }
    if (payload.kind !== 'video' && payload.kind !== 'short_video') return [];
    const { url, thumbUrl: thumb } = payload;
    return isOpen(url) ? [{ key: viewerKeyOf(mid, 0), mid, kind: 'clip', url, thumb, row }] : [];
  });

/**
 * Returns the URLs of the files of a message that its save entry downloads: own ones, and received ones that are unlocked; none of a
 * removed message.
 */
export function urlsToSave(row: MessageRow): readonly string[] {
  if (isGone(row)) return [];
  const { payload } = row;
  if (payload?.kind === 'audio') return isOpen(payload.url) ? [payload.url] : [];
  return viewerItemsOf([{ ...row, sensitiveInfo: 0 }]).map(({ url }) => url);
}
