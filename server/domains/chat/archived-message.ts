import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import { EDITS_MAX } from '../../../contract/chat/kind-rules.ts';
import { correction } from '../../../contract/chat/kinds/correction.ts';
import type { KindRow } from '../../../contract/chat/kinds/kind.ts';
import { retraction } from '../../../contract/chat/kinds/retraction.ts';
import { type Envelope, readEnvelope } from '../../../contract/chat/message.ts';
import { type Payload, readPayload } from '../../../contract/chat/payload.ts';
import type { Database } from '../../platform/database/connect.ts';
import { parseFrame } from '../../platform/edge/xml/frame.ts';
import { archive } from './tables.ts';

/** Identifies a message in the archive of one account: its owner, the other side, the direction and the stanza id. */
export type ArchivedKey = Pick<typeof archive.$inferSelect, 'owner' | 'peer' | 'out' | 'mid'>;
/** A message found in the archive. `id`: its archive id; `at`: server clock, ms. */
export type ArchivedMessage = { readonly id: number; readonly at: number; readonly payload: Payload };

/**
 * Finds a message in an account's archive by its stanza id. The archive keeps messages that their sender has deleted for everyone.
 * Undefined for an unknown id, and for receipts and read marks.
 */
export async function findArchivedMessage(
  db: Pick<Database, 'select'>,
  { owner, peer, out, mid }: ArchivedKey,
): Promise<ArchivedMessage | undefined> {
  const [row] = await db
    .select({ id: archive.id, at: archive.at, stanza: archive.stanza })
    .from(archive)
    .where(and(eq(archive.owner, owner), eq(archive.peer, peer), eq(archive.out, out), eq(archive.mid, mid)));
  const envelope = row && readEnvelope(parseFrame(row.stanza));
  const payload = envelope && readPayload(envelope.type, envelope.body, envelope.x);
  return row && payload && { id: row.id, at: row.at.getTime(), payload };
}

type CorrectedKey = Omit<ArchivedKey, 'mid'> & { readonly target: string };
/**
 * A correction found in the archive, to add to a report: its seal, and what the seal covers (`SealedMessage`) except `from` and `to`, which
 * the report has.
 */
export type ArchivedCorrection = Pick<ArchivedMessage, 'at' | 'payload'> &
  Pick<Envelope, 'id' | 'seal'> & { readonly sensitive: number };

/**
 * Finds the corrections of a message in an account's archive, oldest first, at most EDITS_MAX; none if the archive does not have the
 * message itself.
 */
export async function findCorrections(
  db: Pick<Database, 'select'>,
  { target, ...key }: CorrectedKey,
): Promise<readonly ArchivedCorrection[]> {
  const corrected = await findArchivedMessage(db, { ...key, mid: target });
  if (!corrected) return [];
  const rows = await db
    .select({ at: archive.at, stanza: archive.stanza })
    .from(archive)
    .where(
      and(
        eq(archive.owner, key.owner),
        eq(archive.peer, key.peer),
        eq(archive.out, key.out),
        gt(archive.id, corrected.id),
        changes(correction, target),
      ),
    )
    .orderBy(asc(archive.id))
    .limit(EDITS_MAX);
  return rows.flatMap(({ at, stanza }) => {
    const envelope = readEnvelope(parseFrame(stanza));
    const payload = envelope && readPayload(envelope.type, envelope.body, envelope.x);
    if (!payload) return [];
    return [{ id: envelope.id, at: at.getTime(), payload, sensitive: envelope.sensitiveInfo, seal: envelope.seal }];
  });
}

/**
 * Condition for a row of the archive that changes the message `target`. It matches the edge's own serialization: the edge escapes '<' in
 * text, so user text cannot imitate the element.
 */
const changes = ({ standard }: Pick<KindRow, 'standard'>, target: string) =>
  sql`position(${`<${standard?.name} xmlns="${standard?.xmlns}" id="${target}"`} in ${archive.stanza}) > 0`;

type ChangedKey = Omit<ArchivedKey, 'out'> & { readonly target: string; readonly after: number };

/**
 * Counts the corrections that the owner has sent for the own message `target`, and returns whether the owner has deleted it for everyone.
 * `mid`: a message that is not counted. `after`: the archive id of `target`, which is smaller than those of its changes.
 */
export async function countChanges(
  db: Pick<Database, 'select'>,
  { owner, peer, mid, target, after }: ChangedKey,
): Promise<{ readonly edits: number; readonly isRetracted: boolean }> {
  const [found] = await db
    .select({
      edits: sql`count(*) filter (where ${changes(correction, target)})`.mapWith(Number),
      isRetracted: sql`coalesce(bool_or(${changes(retraction, target)}), false)`.mapWith(Boolean),
    })
    .from(archive)
    .where(
      and(
        eq(archive.owner, owner),
        eq(archive.peer, peer),
        eq(archive.out, true),
        ne(archive.mid, mid),
        gt(archive.id, after),
      ),
    );
  return { edits: found?.edits ?? 0, isRetracted: found?.isRetracted ?? false };
}
