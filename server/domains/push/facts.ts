import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { TOKEN_UNUSED_DAYS } from '../../../contract/account/rules.ts';
import type { Settings } from '../../../contract/account/settings.ts';
import { isMuted } from '../../../contract/chat/conversation-choices.ts';
import { deviceToken } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { serverNow } from '../../platform/database/server-now.ts';
import { STREAM_AWAY_AFTER_MS } from '../../platform/realtime/bounds.ts';
import { onlineStream } from '../../platform/realtime/tables.ts';
import { ringingAmong } from '../calls/store.ts';
import { completeSettings } from '../people/settings.ts';
import { accountSettings } from '../people/tables.ts';
import { blocksAmong } from '../people/target.ts';
import { PUSH_CLOSED_THREADS_MAX } from './bounds.ts';
import { pushJob, pushToken } from './queue/tables.ts';

/** A row of the push subscriptions: the subscription of one session. */
export type PushSubscriptionRow = typeof pushToken.$inferSelect;

/** The current state of an account that decides whether and how a due event is pushed to it. */
export type PushFacts = {
  readonly tokens: readonly PushSubscriptionRow[];
  /** True when the user is active in the app: one of their streams is active. */
  readonly isAppVisible: boolean;
  readonly settings: Settings;
  /** Number of conversations with unread events, without muted ones. */
  readonly unread: number;
  /**
   * Conversations that were read on another device while their notification was shown. A push closes at most
   * `PUSH_CLOSED_THREADS_MAX`; the next pushes close the others.
   */
  readonly gone: readonly string[];
  isBlocked(peer: number): boolean;
  /** Returns whether a call is still ringing. */
  isRinging(sid: string): boolean;
};

/** Reads the facts of the accounts of leased jobs, in a few queries. `peers`: the accounts that caused the events; `sids`: the calls. */
export async function loadFacts(
  db: Queries,
  uids: readonly number[],
  peers: readonly number[],
  sids: readonly string[],
): Promise<(uid: number) => PushFacts> {
  const among = [...uids];
  const tokens = await db
    .select({ token: pushToken })
    .from(pushToken)
    .innerJoin(deviceToken, eq(deviceToken.hash, pushToken.sessionHash))
    .where(
      and(
        inArray(pushToken.uid, among),
        sql`${deviceToken.revokedAt} is null`,
        gt(deviceToken.usedAt, sql`now() - make_interval(days => ${TOKEN_UNUSED_DAYS})`),
      ),
    );
  const looks = await db
    .selectDistinct({ uid: onlineStream.uid })
    .from(onlineStream)
    .where(
      and(
        inArray(onlineStream.uid, among),
        onlineStream.active,
        sql`not ${onlineStream.brief}`,
        // The streams of a process that died are ignored, because their end is not recorded.
        gt(onlineStream.seenAt, sql`${serverNow} - ${STREAM_AWAY_AFTER_MS} * interval '1 ms'`),
      ),
    );
  const settings = await db.select().from(accountSettings).where(inArray(accountSettings.uid, among));
  const threads = await db
    .select({ uid: pushJob.uid, tag: pushJob.tag, n: pushJob.n, isGone: pushJob.isGone })
    .from(pushJob)
    .where(and(inArray(pushJob.uid, among), or(gt(pushJob.n, 0), pushJob.isGone), sql`${pushJob.tag} like 'thread:%'`));
  const ringing = sids.length === 0 ? new Set<string>() : await ringingAmong(db, sids);
  const isBlocked = await blocksAmong(db, among, peers);
  const tidOf = ({ tag }: { readonly tag: string }) => tag.slice('thread:'.length);
  return (uid) => {
    const own = completeSettings(settings.find((one) => one.uid === uid)?.changed);
    return {
      tokens: tokens.flatMap(({ token }) => (token.uid === uid ? [token] : [])),
      isAppVisible: looks.some((one) => one.uid === uid),
      settings: own,
      unread: threads.filter((one) => one.uid === uid && one.n > 0 && !isMuted(own.conversations, tidOf(one))).length,
      gone: threads
        .flatMap((one) => (one.uid === uid && one.isGone ? [tidOf(one)] : []))
        .slice(0, PUSH_CLOSED_THREADS_MAX),
      isBlocked: (peer) => isBlocked(uid, peer),
      isRinging: (sid) => ringing.has(sid),
    };
  };
}
