import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Database, Queries, Transaction } from '../../platform/database/connect.ts';
import type { WordsToTeam } from '../../platform/edge/ports.ts';
import { enqueueOfficialPayload } from './service-outbox/enqueue.ts';
import { supportInbox } from './tables.ts';

/** Stores a user's message to the official account for the support team, before it is archived. Idempotent per message. */
export async function storeSupportMessage(db: Database, { from, mid, body }: WordsToTeam): Promise<void> {
  await db.insert(supportInbox).values({ uid: from, mid, body }).onConflictDoNothing();
}

/** Returns the users' messages to support that are not answered yet, oldest first, for the operator page and command. */
export const waitingForTeam = (db: Database, limit: number) =>
  db
    .select({ uid: supportInbox.uid, at: supportInbox.at, body: supportInbox.body })
    .from(supportInbox)
    .where(isNull(supportInbox.answeredAt))
    .orderBy(asc(supportInbox.at))
    .limit(limit);

/** Returns the newest messages of a user to support, oldest first; `answeredAt` is null for those that wait. */
export async function readQuestionsOf(db: Queries, from: number, limit: number) {
  const { at, body, answeredAt } = supportInbox;
  const newest = await db
    .select({ at, body, answeredAt })
    .from(supportInbox)
    .where(eq(supportInbox.uid, from))
    .orderBy(desc(at))
    .limit(limit);
  return newest.toReversed();
}

/**
 * Sends an answer of the support team to a user, signed `by` a member, and marks all earlier messages of the user as answered. Returns 1,
 * or 0 if there is no such account.
 */
export async function answerFromTeam(tx: Transaction, to: number, by: string, body: string): Promise<number> {
  const waiting = and(eq(supportInbox.uid, to), isNull(supportInbox.answeredAt));
  await tx.update(supportInbox).set({ answeredAt: new Date() }).where(waiting);
  return enqueueOfficialPayload(tx, to, { kind: 'manager_text', body, by });
}
