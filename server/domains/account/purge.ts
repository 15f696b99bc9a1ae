import { and, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { REPORTS_KEPT_DAYS, RESTORE_DAYS } from '../../../contract/account/rules.ts';
import { account } from '../../platform/database/account.ts';
import type { Database, Queries, Transaction } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { forgetArchive } from '../chat/archive/forget.ts';
import type { MediaFolder } from '../media/folder.ts';
import { media, mediaShare } from '../media/tables.ts';
import { report } from '../people/tables.ts';
import { loadBalances } from '../wallet/balances.ts';
import { move, OURS } from '../wallet/ledger.ts';
import { CURRENCIES } from '../wallet/tables.ts';
import { waitsFor } from './closing.ts';
import { lockAccount } from './tokens.ts';

const EVERY_MS = 600_000;
const AT_ONCE = 20;

/**
 * Columns that reference an account, and whose rows stay when it goes: proofs of the other side, and what is deleted below by rules
 * of its own. Every other row that references an account goes with it.
 */
const STAYS: ReadonlySet<string> = new Set([
  'call.caller',
  'call.callee',
  'media.owner_uid',
  'report.uid',
  'report.target_uid',
]);
/** Rows of an account that reference none, and go; a lock of its money first, which would keep that where it is. */
const ALSO_GO = [
  (uid: number) => sql`delete from gift_received where uid = ${uid}`,
  (uid: number) => sql`delete from money_lock where uid = ${uid}`,
  (uid: number) => sql`delete from allowance_use where owner = ${`uid:${uid}`}`,
] as const;
/** Of parts that may not be there. */
const MEASURED = { table: 'measure_event', column: 'account_uid' } as const;

type Folders = Readonly<Record<'profile' | 'chat', MediaFolder>>;
type Purged = {
  readonly uid: number;
  readonly files: readonly { readonly id: string; readonly purpose: 'profile' | 'chat' }[];
};

/**
 * Deletes what is left of closed accounts when the time to restore them is over. What stays names them by their uid alone: their
 * money, calls, orders, what others received, and reports for a while. `account` stays as a tombstone, so nothing cascades.
 */
export function purgeAccounts(db: Database, folders: Folders): Job {
  return {
    name: 'purge closed accounts',
    everyMs: EVERY_MS,
    async run(signal) {
      const due = await db
        .select({ uid: account.uid })
        .from(account)
        .where(isDue)
        .orderBy(account.closedAt)
        .limit(AT_ONCE);
      for (const { uid } of due) {
        if (signal.aborted) return;
        const purged = await db.transaction((tx) => purge(tx, uid));
        if (purged === undefined) continue;
        for (const { id, purpose } of purged.files) await folders[purpose].remove(id);
      }
      if (!signal.aborted) await forgetReports(db);
    },
  };
}

const isDue = and(isNull(account.purgedAt), lt(account.closedAt, sql`now() - make_interval(days => ${RESTORE_DAYS})`));

/** Undefined where it was restored meanwhile, or has to wait: a payment may have been open all the time. */
async function purge(tx: Transaction, uid: number): Promise<Purged | undefined> {
  await lockAccount(tx, uid);
  const [still] = await tx
    .select({ uid: account.uid })
    .from(account)
    .where(and(eq(account.uid, uid), isDue));
  if (!still || (await waitsFor(tx, uid)) !== null) return undefined;
  for (const statement of ALSO_GO) await tx.execute(statement(uid));
  await giveToHouse(tx, uid);
  // Before the rows that say who else may see them.
  const files = await deleteMedia(tx, uid);
  for (const { table, column } of await referencesToAccounts(tx)) {
    if (!STAYS.has(`${table}.${column}`)) {
      await tx.execute(sql`delete from ${sql.identifier(table)} where ${sql.identifier(column)} = ${uid}`);
    }
  }
  await tx.delete(report).where(and(eq(report.uid, uid), eq(report.open, false)));
  const { rows } = await tx.execute<{ there: boolean }>(
    sql`select to_regclass(${MEASURED.table}) is not null as there`,
  );
  if (rows[0]?.there) {
    await tx.execute(
      sql`delete from ${sql.identifier(MEASURED.table)} where ${sql.identifier(MEASURED.column)} = ${uid}`,
    );
  }
  await forgetArchive(tx, uid);
  await tx
    .update(account)
    .set({
      nickName: '',
      passwordHash: null,
      googleSub: null,
      birthDate: null,
      paid: false,
      purgedAt: sql`now()`,
    })
    .where(eq(account.uid, uid));
  return { uid, files };
}

/** What somebody leaves behind is nobody's: it becomes the house's, so that the books stay whole. */
async function giveToHouse(tx: Transaction, uid: number): Promise<void> {
  const balances = await loadBalances(tx, uid);
  for (const currency of CURRENCIES) {
    const gross = balances[currency];
    if (gross === 0) continue;
    const operation = currency === 'gems' ? `close:${uid}` : `close:${uid}:${currency}`;
    const outcome = await move(tx, {
      operation,
      kind: 'move',
      currency,
      gross,
      subject: { type: 'adjust', id: `close:${uid}` },
      legs: [
        [uid, -gross],
        [OURS.house, gross],
      ],
    });
    if (outcome !== 'done') throw new Error(`What an account leaves was not moved: ${outcome}`);
  }
}

/** Deletes the rows of files that nobody else received. */
async function deleteMedia(tx: Transaction, uid: number): Promise<Purged['files']> {
  const shared = sql`exists (select from ${mediaShare} where ${mediaShare.mediaId} = ${media.id} and ${mediaShare.uid} <> ${uid})`;
  const doomed = await tx
    .select({ id: media.id, purpose: media.purpose })
    .from(media)
    .where(and(eq(media.ownerUid, uid), sql`(${media.purpose} = 'profile' or not ${shared})`));
  const ids = doomed.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(media).where(inArray(media.id, ids));
  return doomed;
}

/** Every column of a table that references an account. */
async function referencesToAccounts(db: Queries): Promise<readonly { table: string; column: string }[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select child.relname as table, attribute.attname as column
    from pg_constraint, pg_class child, pg_attribute attribute
    where contype = 'f' and confrelid = 'account'::regclass and child.oid = conrelid
      and attribute.attrelid = conrelid and attribute.attnum = conkey[1]
    order by 1, 2`);
  return rows;
}

/** Reports by and about people who are gone go in the end too; those that are open wait for the team. */
async function forgetReports(db: Database): Promise<void> {
  const gone = (days: number) =>
    db
      .select({ uid: account.uid })
      .from(account)
      .where(and(isNotNull(account.purgedAt), lt(account.purgedAt, sql`now() - make_interval(days => ${days})`)));
  await db.delete(report).where(and(eq(report.open, false), inArray(report.uid, gone(0))));
  await db.delete(report).where(and(ne(report.open, true), inArray(report.targetUid, gone(REPORTS_KEPT_DAYS))));
}
