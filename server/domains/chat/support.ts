import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/connect.ts';
import type { WordsToTeam } from '../../platform/edge/ports.ts';
import { enqueueOfficialPayload } from './service-outbox/enqueue.ts';
import { supportInbox } from './tables.ts';

/** Stores a user's message to the official account for the support team, before it is archived. Idempotent per message. */
export async function takeForTeam(db: Database, { from, mid, body }: WordsToTeam): Promise<void> {
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

/** Returns the messages of a user to support that are not answered yet, oldest first. */
export const readWaitingOf = (tx: Transaction, from: number) =>
  tx
    .select({ at: supportInbox.at, body: supportInbox.body })
    .from(supportInbox)
    .where(and(eq(supportInbox.uid, from), isNull(supportInbox.answeredAt)))
    .orderBy(asc(supportInbox.at));

/**
 * Sends an answer of the support team to a user, signed `by` a member, and marks all earlier messages of the user as answered. Returns 0
 * when there is no such account.
 */
export async function answerFromTeam(tx: Transaction, to: number, by: string, body: string): Promise<number> {
  const waiting = and(eq(supportInbox.uid, to), isNull(supportInbox.answeredAt));
  await tx.update(supportInbox).set({ answeredAt: new Date() }).where(waiting);
  return enqueueOfficialPayload(tx, to, { kind: 'manager_text', body, by });
}
