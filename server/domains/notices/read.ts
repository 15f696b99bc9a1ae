import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { OFFICIAL_UID } from '../../../contract/account/rules.ts';
import { jidOfUid } from '../../../contract/jid.ts';
import type { NoticeItem } from '../../../contract/notices/item.ts';
import { NOTICES_DELIVERED_DAYS, NOTICES_PAGE } from '../../../contract/notices/rules.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { profile } from '../people/tables.ts';
import { notice } from './telling/tables.ts';

type NoticeEntry = { readonly uid: number; readonly seq: number; readonly item: NoticeItem };

const columns = {
  uid: notice.uid,
  seq: notice.seq,
  key: notice.key,
  about: notice.about,
  template: notice.template,
  values: notice.values,
  at: notice.at,
  avatarUrl: sql<string>`coalesce(${profile.avatarUrl}, '')`,
};
type Row = Pick<typeof notice.$inferSelect, 'uid' | 'seq' | 'key' | 'about' | 'template' | 'values' | 'at'> & {
  readonly avatarUrl: string;
};

const toNoticeEntry =
  (domain: string) =>
  ({ uid, seq, key, about, template, values, at, avatarUrl }: Row): NoticeEntry => ({
    uid,
    seq,
    item: {
      key,
      from: jidOfUid(about ?? OFFICIAL_UID, domain),
      type: '2',
      avatarUrl,
      content: { template, values },
      at: at.getTime(),
    },
  });

/**
 * Reads a page of a user's notification list for a device that connects: entries after `since`, oldest first, none older than
 * `NOTICES_DELIVERED_DAYS`. `next`: the `since` of the next page.
 */
export async function readNotices(
  db: Queries,
  domain: string,
  uid: number,
  since: number,
): Promise<{ notices: NoticeItem[]; next: number }> {
  const recent = sql`${notice.at} > now() - make_interval(days => ${NOTICES_DELIVERED_DAYS})`;
  const rows = await db
    .select(columns)
    .from(notice)
    .leftJoin(profile, eq(profile.uid, notice.about))
    .where(and(eq(notice.uid, uid), gt(notice.seq, since), recent))
    .orderBy(asc(notice.seq))
    .limit(NOTICES_PAGE);
  const entries = rows.map(toNoticeEntry(domain));
  return { notices: entries.map(({ item }) => item), next: entries.at(-1)?.seq ?? since };
}

/** Reads notification list entries by their numbers (`seq`), of any users, to send them to connected devices. */
export async function readNoticesBySeq(db: Queries, domain: string, seqs: readonly number[]): Promise<NoticeEntry[]> {
  if (seqs.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(notice)
    .leftJoin(profile, eq(profile.uid, notice.about))
    .where(inArray(notice.seq, [...seqs]))
    .orderBy(asc(notice.seq));
  return rows.map(toNoticeEntry(domain));
}

/** Deletes entries of all notification lists that are older than `days` days; a daily job calls it. */
export async function forgetNotices(db: Queries, days: number): Promise<void> {
  await db.delete(notice).where(lt(notice.at, sql`now() - make_interval(days => ${days})`));
}
