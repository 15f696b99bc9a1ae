import { type SQL, sql } from 'drizzle-orm';
import { mediaShare } from './tables.ts';

/**
 * SQL condition: the file (`id`, sent by `owner`) belongs to a reported message, so operators may see it. `open`: only while the report
 * is open, when it is also retained. The condition matches the recipient and the message, so reporting a message that one never
 * received exposes no file.
 */
export const isReported = (id: SQL, owner: SQL, { open }: { readonly open: boolean }): SQL => sql`exists (
  select from ${mediaShare}
  join report_message on ${mediaShare.source} = 'message' and report_message.mid = ${mediaShare.mid} and report_message.to_uid = ${mediaShare.uid}
    and report_message.from_uid = ${owner}
  join report on report.ticket = report_message.ticket
  where ${mediaShare.mediaId} = ${id}${open ? sql` and report.open` : sql``})`;
