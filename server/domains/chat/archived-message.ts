import { and, eq } from 'drizzle-orm';
import { readEnvelope } from '../../../contract/chat/message.ts';
import { type Payload, readPayload } from '../../../contract/chat/payload.ts';
import type { Database } from '../../platform/database/connect.ts';
import { parseFrame } from '../../platform/edge/xml/frame.ts';
import { archive } from './tables.ts';

/** Identifies a message in the archive of one account: its owner, the other side, the direction and the stanza id. */
export type ArchivedKey = Pick<typeof archive.$inferSelect, 'owner' | 'peer' | 'out' | 'mid'>;

/**
 * Finds a message in an account's archive by its stanza id. The archive keeps messages that their sender has deleted for everyone.
 * Undefined for an unknown id, and for receipts and read marks.
 */
export async function findArchivedMessage(
  db: Pick<Database, 'select'>,
  { owner, peer, out, mid }: ArchivedKey,
): Promise<{ readonly at: number; readonly payload: Payload } | undefined> {
  const [row] = await db
    .select({ at: archive.at, stanza: archive.stanza })
    .from(archive)
    .where(and(eq(archive.owner, owner), eq(archive.peer, peer), eq(archive.out, out), eq(archive.mid, mid)));
  const envelope = row && readEnvelope(parseFrame(row.stanza));
  const payload = envelope && readPayload(envelope.type, envelope.body, envelope.x);
  return row && payload && { at: row.at.getTime(), payload };
}
