import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { call } from '../../../contract/chat/kinds/call.ts';
import { inviteVideo } from '../../../contract/chat/kinds/invite-video.ts';
import { kinds } from '../../../contract/chat/kinds/list.ts';
import { MESSAGE_NS } from '../../../contract/chat/message.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { UNANSWERED_MAX_HOST_PER_DAY, UNANSWERED_MAX_STRANGER } from '../../../contract/people/rules.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import type { MessageKey, Replies } from '../../platform/edge/ports.ts';
import { archive } from '../chat/tables.ts';
import { friendship } from '../people/tables.ts';

const FREE: Replies = { left: Number.POSITIVE_INFINITY, until: 0 };

// Matches the edge's own serialization: it escapes '<' in text and '>' in attributes, so user text cannot imitate these patterns.
const MESSAGE = `<x xmlns="${MESSAGE_NS}" type="`;
const holds = (text: string): SQL => sql`position(${text} in ${archive.stanza}) > 0`;
const isOf = ({ type }: { readonly type: number }): SQL => holds(`${MESSAGE}${type}"`);
/** SQL condition on `archive`: the message only changes another one. */
const isControl = or(...kinds.filter(({ category }) => category === 'control').map(isOf));
const ofTeam = sql`split_part(${archive.stanza}, '>', 1) like '%from="official.%'`;
/**
 * SQL condition on `archive`: a message or gift of the peer, which counts as an answer. Receipts, read marks, messages that only change
 * another one and messages of the team do not.
 */
const isAnswer = and(eq(archive.out, false), holds(MESSAGE), sql`not (${ofTeam} or ${isControl})`);
/**
 * SQL condition on `archive`: an own message that counts until it is answered. Calls, invitations to call and messages that only change
 * another one do not.
 */
const waits = and(
  eq(archive.out, true),
  holds(MESSAGE),
  sql`not (${isOf(call)} or ${isOf(inviteVideo)} or ${isControl})`,
);

/**
 * Returns how many messages `from` may still send to the viewer `to` before an answer. A host: `UNANSWERED_MAX_HOST_PER_DAY`, less those of
 * the last 24 hours that are not answered; if none is left, `until` is the time (ms) from which on one more may be sent. Another viewer:
 * `UNANSWERED_MAX_STRANGER` in total, until the first answer ever; no limit for friends. `mid` is the message itself, which does not count.
 */
export async function repliesLeft(db: Queries, { from, to, mid }: MessageKey): Promise<Replies> {
  const between = and(eq(archive.owner, from), eq(archive.peer, to));
  const [own] = await db.select({ role: account.role }).from(account).where(eq(account.uid, from));
  const isHost = own?.role === ROLE_ANCHOR;
  if (!isHost && (await isFree(db, from, to, between))) return FREE;
  const lastAnswer = db.select({ id: archive.id }).from(archive).where(and(between, isAnswer));
  const since = isHost
    ? sql`${archive.id} > coalesce((${lastAnswer.orderBy(desc(archive.id)).limit(1)}), 0)
        and ${archive.at} > now() - interval '1 day'`
    : undefined;
  const [found] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      first: sql`extract(epoch from min(${archive.at})) * 1000`.mapWith(Number),
    })
    .from(archive)
    .where(and(between, waits, ne(archive.mid, mid), since));
  const { count = 0, first = 0 } = found ?? {};
  const most = isHost ? UNANSWERED_MAX_HOST_PER_DAY : UNANSWERED_MAX_STRANGER;
  return { left: Math.max(0, most - count), until: isHost && count >= most ? Math.ceil(first) + DAY_MS : 0 };
}

/** Whether two viewers are friends, or `to` has ever answered. */
async function isFree(db: Queries, from: number, to: number, between: SQL | undefined): Promise<boolean> {
  const friends = await db
    .select({ uid: friendship.uid })
    .from(friendship)
    .where(and(eq(friendship.uid, from), eq(friendship.targetUid, to)));
  if (friends.length > 0) return true;
  const answers = await db.select({ id: archive.id }).from(archive).where(and(between, isAnswer)).limit(1);
  return answers.length > 0;
}
