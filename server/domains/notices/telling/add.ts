import type { NoticeItem } from '../../../../contract/notices/item.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { notice } from './tables.ts';

/** A new entry of a user's notification list. `key` identifies the event: an entry with a key that the user already has is not added. */
export type NewNotice = {
  readonly uid: number;
  readonly key: string;
  /** The account that the entry is about; null when it is about the product itself. */
  readonly about: number | null;
  readonly content: NoticeItem['content'];
};

/**
 * Adds entries to notification lists in the caller's transaction; an entry whose key exists is ignored. A trigger announces each to a
 * user who is online. Returns the recipients of the new ones.
 */
export async function addNotices(db: Queries, notices: readonly NewNotice[]): Promise<number[]> {
  if (notices.length === 0) return [];
  const rows = notices.map(({ content, ...row }) => ({ ...row, ...content }));
  const added = await db.insert(notice).values(rows).onConflictDoNothing().returning({ uid: notice.uid });
  return added.map(({ uid }) => uid);
}
