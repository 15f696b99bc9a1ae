import { and, desc, eq, ne, notExists, type SQL, sql } from 'drizzle-orm';
import type { Input } from '../../../contract/api/endpoint.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { serverClock } from '../../platform/clock.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { isNotMet } from '../discovery/ties.ts';
import { isVisibleTo } from '../discovery/visible.ts';
import { loadSettings } from '../people/settings.ts';
import { anchor } from '../people/tables.ts';
import { autoMessage } from './tables.ts';

/** The occasion on which a host writes first, as the client reports it to `triggerAutoMessage`. */
export type Scene = Input<Endpoints['triggerAutoMessage']>['scene'];
/** Has a host send a user the first message; false when this host is not available, and the next candidate is tried. */
export type Greet = (hostUid: number, uid: number, scene: Scene) => Promise<boolean>;
/**
 * Mutable reference to the function by which a host writes first: the demo hosts set `greet` (`server/demo-part.ts`); while it is
 * undefined, no host does.
 */
export type Greeting = { greet: Greet | undefined };

/** Candidates per query: a host may be claimed by a concurrent request, or not be available. */
const CANDIDATES_PER_QUERY = 5;

/**
 * Asks an online host to write first: the requested one, or up to five whom the account has not met, until one accepts. Each host writes to
 * each user at most once per day (UTC) and scene. Returns whether a host will write; false if the account accepts no messages from
 * strangers or `greet` is undefined.
 */
export async function triggerAutoMessage(
  db: Queries,
  { greet }: Greeting,
  uid: number,
  { targetUid, scene }: Input<Endpoints['triggerAutoMessage']>,
): Promise<boolean> {
  if (greet === undefined || !(await loadSettings(db, uid)).privateMessages) return false;
  const day = Math.floor(serverClock.now() / DAY_MS);
  const whom = targetUid === undefined ? isNotMet(uid) : eq(anchor.uid, targetUid);
  for (const hostUid of await presentHosts(db, { uid, day, scene }, whom)) {
    const claimed = await db
      .insert(autoMessage)
      .values({ uid, hostUid, day, scene })
      .onConflictDoNothing()
      .returning({ hostUid: autoMessage.hostUid });
    if (claimed.length > 0 && (await greet(hostUid, uid, scene))) return true;
  }
  return false;
}

type Occasion = Pick<typeof autoMessage.$inferSelect, 'uid' | 'day' | 'scene'>;

async function presentHosts(db: Queries, occasion: Occasion, whom: SQL | undefined): Promise<number[]> {
  const { uid, day, scene } = occasion;
  const { uid: whose, hostUid, day: onDay, scene: when } = autoMessage;
  const asked = db
    .select({ one: sql`1` })
    .from(autoMessage)
    .where(and(eq(whose, uid), eq(hostUid, anchor.uid), eq(onDay, day), eq(when, scene)));
  const rows = await db
    .select({ uid: anchor.uid })
    .from(anchor)
    .where(and(eq(anchor.online, true), ne(anchor.uid, uid), whom, isVisibleTo(uid), notExists(asked)))
    .orderBy(desc(anchor.paidMinutesRecent), desc(anchor.uid))
    .limit(CANDIDATES_PER_QUERY);
  return rows.map((row) => row.uid);
}
