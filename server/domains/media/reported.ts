import { type SQL, sql } from 'drizzle-orm';
import { mediaShare } from './tables.ts';

/**
 * Whether a file belongs to a message that somebody has reported (server/domains/moderation/tables.ts). `open`: only as long as the report
 * is. Found by who got it in which message, so a report of what one never got names no file.
 */
export const isReported = (id: SQL, owner: SQL, { open }: { readonly open: boolean }): SQL => sql`exists (
  select from ${mediaShare}
  join report_message on ${mediaShare.source} = 'message' and report_message.mid = ${mediaShare.mid} and report_message.to_uid = ${mediaShare.uid}
    and report_message.from_uid = ${owner}
  join report on report.ticket = report_message.ticket
  where ${mediaShare.mediaId} = ${id}${open ? sql` and report.open` : sql``})`;
