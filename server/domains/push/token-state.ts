import { and, eq, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';
import type { Logger } from '../../platform/log/log.ts';
import { PUSH_FAILING_MAX_MS, PUSH_FAILURES_MAX, PUSH_REFUSALS_MAX } from './bounds.ts';
import type { PushSubscriptionRow } from './facts.ts';
import { pushToken } from './queue/tables.ts';
import type { PushAnswer } from './request.ts';

/** Matches only the subscription that was used, because another may have replaced it meanwhile. */
const same = ({ sessionHash, endpoint }: PushSubscriptionRow) =>
  and(eq(pushToken.sessionHash, sessionHash), eq(pushToken.endpoint, endpoint));

/**
 * Records the answer of a push service for a subscription after each push, and deletes a subscription that no longer exists or fails too
 * often.
 */
export async function noteAnswer(
  db: Queries,
  token: PushSubscriptionRow,
  answer: PushAnswer,
  log: Logger,
): Promise<void> {
  switch (answer.is) {
    case 'gone':
      await db.delete(pushToken).where(same(token));
      return;
    case 'taken':
      if (token.failures === 0 && token.refusals === 0) return;
      await db.update(pushToken).set({ failures: 0, failingSince: null, refusals: 0 }).where(same(token));
      return;
    case 'refused': {
      log.warn({ status: answer.status, host: new URL(token.endpoint).hostname }, 'a push service refused a push');
      const [row] = await db
        .update(pushToken)
        .set({ refusals: sql`${pushToken.refusals} + 1` })
        .where(same(token))
        .returning({ refusals: pushToken.refusals });
      if (row && row.refusals >= PUSH_REFUSALS_MAX) await db.delete(pushToken).where(same(token));
      return;
    }
    case 'failed': {
      await db
        .update(pushToken)
        .set({
          failures: sql`least(${pushToken.failures} + 1, 1000)`,
          failingSince: sql`coalesce(${pushToken.failingSince}, now())`,
        })
        .where(same(token));
      const since = sql`now() - ${PUSH_FAILING_MAX_MS} * interval '1 ms'`;
      await db
        .delete(pushToken)
        .where(and(same(token), sql`${pushToken.failures} >= ${PUSH_FAILURES_MAX}`, lt(pushToken.failingSince, since)));
      return;
    }
    default:
  }
}
