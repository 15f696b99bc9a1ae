import { and, count, desc, eq, gt, max, ne, sql } from 'drizzle-orm';
import { askGift } from '../../../contract/chat/kinds/ask-gift.ts';
import { inviteVideo } from '../../../contract/chat/kinds/invite-video.ts';
import { MESSAGE_NS } from '../../../contract/chat/message.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { MessageKey } from '../../platform/edge/ports.ts';
import { archive } from './tables.ts';

/** How many of the newest messages of a conversation `countDaily` searches: a bound, because the archive has no index of kinds. */
const NEWEST = 500;

const TYPES = { asked: askGift.type, invited: inviteVideo.type } as const;

/**
 * Counts gift requests (`asked`) or call invitations (`invited`) that `from` sent to `to` in the last 24 hours, without message `mid`, and
 * reads the time of the newest, for the edge's daily limits. Only the NEWEST newest messages between the two are searched.
 */
export async function countDaily(
  db: Pick<Database, 'select'>,
  daily: 'asked' | 'invited',
  { from, to, mid }: MessageKey,
  now: number,
): Promise<{ readonly today: number; readonly lastAt?: number }> {
  const since = new Date(now - DAY_MS);
  const { owner, peer, out, at, stanza } = archive;
  const newest = db
    .select({ at, out, stanza, mid: archive.mid })
    .from(archive)
    .where(and(eq(owner, from), eq(peer, to)))
    .orderBy(desc(archive.id))
    .limit(NEWEST)
    .as('newest');
  // Matches the serialized element exactly: text written by users cannot contain a `<`.
  const start = `<x xmlns="${MESSAGE_NS}" type="${TYPES[daily]}"`;
  const [row] = await db
    .select({ today: count(), last: max(newest.at) })
    .from(newest)
    .where(and(newest.out, gt(newest.at, since), ne(newest.mid, mid), sql`position(${start} in ${newest.stanza}) > 0`));
  return { today: row?.today ?? 0, ...(row?.last && { lastAt: row.last.getTime() }) };
}
