import { sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import type { Input } from '../../contract/api/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import type { Queries } from '../database/connect.ts';
import { report } from './tables.ts';
import { findTarget } from './target.ts';

const TICKET_CHARS = 16;

/**
 * Files a report with the support. A blocked account may still report: abuse and a block often come together. A repeated
 * complaint updates the note of the same ticket.
 */
export async function fileReport(
  db: Queries,
  uid: number,
  { targetUid, reason, note, mid }: Input<Endpoints['report']>,
): Promise<Result<{ ticket: string }>> {
  if (targetUid === uid) return fail({ code: 'bad-request', detail: 'targetUid: must be somebody else' });
  if ((await findTarget(db, uid, targetUid)) === undefined) return fail({ code: 'not-found' });
  const [filed] = await db
    .insert(report)
    .values({ ticket: nanoid(TICKET_CHARS), uid, targetUid, reason, note, mid })
    .onConflictDoUpdate({
      target: [report.uid, report.targetUid, report.reason, report.mid],
      targetWhere: sql`open`,
      set: { note: sql`case when excluded.note = '' then ${report.note} else excluded.note end` },
    })
    .returning({ ticket: report.ticket });
  if (filed === undefined) throw new Error('A report was neither filed nor found');
  return ok(filed);
}
