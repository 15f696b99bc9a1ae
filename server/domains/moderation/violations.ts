import { and, count, eq, gt, sql } from 'drizzle-orm';
import { isExternalId } from '../../../contract/ids.ts';
import { VIOLATION_LOCKS } from '../../../contract/people/rules.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { say } from '../chat/service-outbox/say.ts';
import { messageLock } from '../people/tables.ts';
import { violation } from './tables.ts';

/** Any number that begins no other pair of keys of an advisory lock. */
const CONDUCT_LOCK = 4_600_004;

export type Violation = Pick<typeof violation.$inferInsert, 'uid' | 'rule' | 'mid'> & {
  /** Whom it was written to; left out for a file that nobody got. */
  readonly about?: number;
};
/** How many there were in 24 hours, with this one; `until`: no message before that, server clock, ms. */
type Counted = { readonly count: number; readonly until?: number };
/** A conversation of the account, and the message in it. */
export type Told = { readonly about?: number; readonly mid?: string };

/**
 * Counts a message or a file against the rules, and locks the account where they are too many. A repetition does not count: of
 * words to the same addressee under the same stanza id, of a picture to anyone. It is told in the conversation of the message;
 * `told`: in these instead.
 */
export async function noteViolation(
  tx: Transaction,
  { uid, rule, about, mid }: Violation,
  told: readonly Told[] = [{ mid, ...(about !== undefined && { about }) }],
): Promise<void> {
  const counted = await countViolation(tx, { uid, rule, about: about ?? null, mid });
  if (counted === undefined) return;
  for (const { about: peer, mid: id } of told) {
    await say(tx, uid, {
      kind: 'violate_rule',
      rule,
      ...counted,
      ...(isExternalId(id) && { id }),
      ...(peer !== undefined && { about: peer }),
    });
  }
}

/** Undefined where it was counted before. */
async function countViolation(tx: Transaction, row: typeof violation.$inferInsert): Promise<Counted | undefined> {
  const { uid } = row;
  // Two at once are counted one after the other: else neither would see the other.
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
      // A longer one, as of the operator, stays.
      set: { until: sql`greatest(${messageLock.until}, excluded.until)` },
    })
    .returning({ until: messageLock.until });
  return { count: times, ...(locked && { until: locked.until.getTime() }) };
}
