import { and, count, eq, gt, sql } from 'drizzle-orm';
import { isExternalId } from '../../../contract/ids.ts';
import { VIOLATION_LOCKS } from '../../../contract/people/rules.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { enqueueOfficialPayload } from '../chat/service-outbox/enqueue.ts';
import { messageLock } from '../people/tables.ts';
import { violation } from './tables.ts';

/** First key of the advisory locks taken here; distinct from those of other modules. */
const CONDUCT_LOCK = 4_600_004;

/** A message or file that the word list or the media check refused: the sender, the rule, and the id. */
export type Violation = Pick<typeof violation.$inferInsert, 'uid' | 'rule' | 'mid'> & {
  /** The intended receiver; omitted for a file that was not delivered. */
  readonly about?: number;
};
/** Violations in the last 24 hours, including this one. `until`: writing is now locked until this time of the server clock, in ms. */
type Counted = { readonly count: number; readonly until?: number };
/**
 * The conversation (`about`: uid of the peer) and the message in it where the sender is notified of a violation; without `about`, the
 * official conversation.
 */
export type ViolationNotice = { readonly about?: number; readonly mid?: string };

/**
 * Counts a violation and locks writing after too many in 24 hours. A repetition does not count: the same stanza id to the same receiver
 * for words, the same file for pictures. The sender is notified in the conversation of the message, or in those of `notices`.
 */
export async function noteViolation(
  tx: Transaction,
  { uid, rule, about, mid }: Violation,
  notices: readonly ViolationNotice[] = [{ mid, ...(about !== undefined && { about }) }],
): Promise<void> {
  const counted = await countViolation(tx, { uid, rule, about: about ?? null, mid });
  if (counted === undefined) return;
  for (const { about: peer, mid: id } of notices) {
    await enqueueOfficialPayload(tx, uid, {
      kind: 'violate_rule',
      rule,
      ...counted,
      ...(isExternalId(id) && { id }),
      ...(peer !== undefined && { about: peer }),
    });
  }
}

/** Counts a violation; undefined if it was counted before. */
async function countViolation(tx: Transaction, row: typeof violation.$inferInsert): Promise<Counted | undefined> {
  const { uid } = row;
  // Serialize concurrent violations of an account, so that each counts the others.
  await tx.execute(sql`select pg_advisory_xact_lock(${CONDUCT_LOCK}, hashtext(${`${uid}`}))`);
  const added = await tx.insert(violation).values(row).onConflictDoNothing().returning({ id: violation.id });
  if (added.length === 0) return undefined;
  const [found] = await tx
    .select({ times: count() })
    .from(violation)
    .where(and(eq(violation.uid, uid), gt(violation.at, sql`now() - interval '1 day'`)));
  const times = found?.times ?? 1;
  const lock = VIOLATION_LOCKS.find(({ from }) => times >= from);
  if (lock === undefined) return { count: times };
  const [locked] = await tx
    .insert(messageLock)
    .values({ uid, until: sql`now() + make_interval(hours => ${lock.hours})` })
    .onConflictDoUpdate({
      target: messageLock.uid,
      // Never shorten an existing lock, such as one set by the operator.
      set: { until: sql`greatest(${messageLock.until}, excluded.until)` },
    })
    .returning({ until: messageLock.until });
  return { count: times, ...(locked && { until: locked.until.getTime() }) };
}
