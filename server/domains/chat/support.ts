import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/connect.ts';
import type { WordsToTeam } from '../../platform/edge/ports.ts';
import { say } from './service-outbox/say.ts';
import { supportInbox } from './tables.ts';

/** Puts what somebody wrote before the team. The same message may come again. */
export async function takeForTeam(db: Database, { from, mid, body }: WordsToTeam): Promise<void> {
  await db.insert(supportInbox).values({ uid: from, mid, body }).onConflictDoNothing();
}

/** What waits for an answer, the oldest first. */
export const waitingForTeam = (db: Database, limit: number) =>
  db
    .select({ uid: supportInbox.uid, at: supportInbox.at, body: supportInbox.body })
    .from(supportInbox)
    .where(isNull(supportInbox.answeredAt))
    .orderBy(asc(supportInbox.at))
    .limit(limit);

/** Answers somebody in the name of one of the team; whatever they wrote until then is answered. 0: there is no such account. */
export async function answerFromTeam(tx: Transaction, to: number, by: string, body: string): Promise<number> {
  const waiting = and(eq(supportInbox.uid, to), isNull(supportInbox.answeredAt));
  await tx.update(supportInbox).set({ answeredAt: new Date() }).where(waiting);
  return say(tx, to, { kind: 'manager_text', body, by });
}
