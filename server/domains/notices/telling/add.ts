import type { NoticeItem } from '../../../../contract/notices/item.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { notice } from './tables.ts';

export type NewNotice = {
  readonly uid: number;
  readonly key: string;
  /** Null: the product itself. */
  readonly about: number | null;
  readonly content: NoticeItem['content'];
};

/**
 * Adds notices in the caller's transaction; the same key again is nothing. A trigger announces each to who is here. Returns whose are
 * new.
 */
export async function addNotices(db: Queries, notices: readonly NewNotice[]): Promise<number[]> {
  if (notices.length === 0) return [];
  const rows = notices.map(({ content, ...row }) => ({ ...row, ...content }));
  const added = await db.insert(notice).values(rows).onConflictDoNothing().returning({ uid: notice.uid });
  return added.map(({ uid }) => uid);
}
