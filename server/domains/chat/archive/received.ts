import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { archive } from '../tables.ts';

/**
 * Whether the archive of `uid` contains a message with this stanza id from `peer`. The edge asks it when `uid` sends a receipt or read mark
 * to a user (`peer`) who does not admit messages of `uid`: the mark passes only for a message that `peer` wrote.
 */
export async function hasReceived(
  db: Pick<Database, 'select'>,
  uid: number,
  peer: number,
  messageId: string,
): Promise<boolean> {
  const { owner, out, mid } = archive;
  const rows = await db
    .select({ id: archive.id })
    .from(archive)
    .where(and(eq(owner, uid), eq(archive.peer, peer), eq(out, false), eq(mid, messageId)))
    .limit(1);
  return rows.length > 0;
}
