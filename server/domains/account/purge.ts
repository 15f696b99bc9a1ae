import { and, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { REPORTS_KEPT_DAYS, RESTORE_DAYS } from '../../../contract/account/rules.ts';
import { tidOfUid } from '../../../contract/ids.ts';
import type { Config } from '../../config.ts';
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
import { lockAccountRow } from './tokens.ts';

const EVERY_MS = 600_000;
const AT_ONCE = 20;

/**
 * Columns that reference an account and whose rows are retained or deleted by rules of their own below. All other rows that reference a
 * purged account are deleted.
 */
const RETAINED_COLUMNS: ReadonlySet<string> = new Set([
  'call.caller',
  'call.callee',
  // A frame of a call is evidence of a case and has a retention of its own: purging the account must not remove it.
  'call_frame.uid',
  'media.owner_uid',
  'report.uid',
  'report.target_uid',
]);
/**
 * Further data of an account, without a foreign key, deleted before its balance is transferred: a money lock would block that transfer.
 */
const EXTRA_DELETIONS = [
  (uid: number) => sql`delete from gift_received where uid = ${uid}`,
  (uid: number) => sql`delete from money_lock where uid = ${uid}`,
  (uid: number) => sql`delete from allowance_use where owner = ${`uid:${uid}`}`,
  // Tax details remain after a payout that was sent, which the house may have to report to a tax office (RETENTION).
  (uid: number) => sql`delete from tax_details where uid = ${uid}
    and not exists (select from payout where payout.uid = ${uid} and state = 'sent')`,
  // Private notes of others about the account, and what they chose for their conversation with it.
  ...['viewerNotes', 'conversations'].map(
    (name) => (uid: number) =>
      sql`update account_settings set changed = changed #- array[${name}, ${tidOfUid(uid)}]::text[]
      where changed->${name}::text ? ${tidOfUid(uid)}::text`,
  ),
] as const;
/** The events of the analytics domain, which is optional: the table may not exist. */
const MEASURED = { table: 'measure_event', column: 'account_uid' } as const;

type Folders = Readonly<Record<'profile' | 'chat', MediaFolder>>;
type Purged = {
  readonly uid: number;
  readonly files: readonly { readonly id: string; readonly purpose: 'profile' | 'chat' }[];
};

/**
 * Job that deletes the data of accounts that were closed more than `RESTORE_DAYS` ago and wait for nothing (`waitsFor`, with the mode
 * `payouts`), at most 20 every 10 minutes; one that waits does not keep the others from it. Ledger, calls, orders and what other users
 * received remain and refer to the uid. Open reports remain, and closed ones about the account for a while (`forgetReports`). The `account`
 * row stays as a tombstone, so nothing cascades.
 */
export function purgeAccounts(db: Database, folders: Folders, payouts: Config['payouts']): Job {
  return {
    name: 'purge closed accounts',
    everyMs: EVERY_MS,
    async run(signal) {
      const due = await db.select({ uid: account.uid }).from(account).where(isDue).orderBy(account.closedAt);
      let count = 0;
      for (const { uid } of due) {
        if (signal.aborted) return;
        if (count === AT_ONCE) break;
        const purged = await db.transaction((tx) => purge(tx, uid, payouts));
        if (purged === undefined) continue;
        count += 1;
        for (const { id, purpose } of purged.files) await folders[purpose].remove(id);
      }
      if (!signal.aborted) await forgetReports(db);
    },
  };
}

const isDue = and(isNull(account.purgedAt), lt(account.closedAt, sql`now() - make_interval(days => ${RESTORE_DAYS})`));

/** Purges an account. Undefined when it was restored meanwhile, or must wait, for example for an open payment. */
async function purge(tx: Transaction, uid: number, payouts: Config['payouts']): Promise<Purged | undefined> {
  await lockAccountRow(tx, uid);
  const [closing] = await tx
    .select({ uid: account.uid })
    .from(account)
    .where(and(eq(account.uid, uid), isDue));
  if (!closing || (await waitsFor(tx, uid, payouts)) !== null) return undefined;
  for (const statement of EXTRA_DELETIONS) await tx.execute(statement(uid));
  await giveToHouse(tx, uid);
  // Media first: `deleteMedia` reads which files are shared with other users, in rows that are deleted next.
  const files = await deleteMedia(tx, uid);
  for (const { table, column } of await referencesToAccounts(tx)) {
    if (!RETAINED_COLUMNS.has(`${table}.${column}`)) {
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

/** Transfers the remaining balances to the house account, so that the ledger stays balanced. */
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

/** Deletes the media rows of an account, except chat media that are shared with another user, and returns the deleted ones. */
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

/** Every table and column with a foreign key to `account`. */
async function referencesToAccounts(db: Queries): Promise<readonly { table: string; column: string }[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select child.relname as table, attribute.attname as column
    from pg_constraint, pg_class child, pg_attribute attribute
    where contype = 'f' and confrelid = 'account'::regclass and child.oid = conrelid
      and attribute.attrelid = conrelid and attribute.attnum = conkey[1]
    order by 1, 2`);
  return rows;
}

/** Deletes closed reports by purged accounts, and those about them after `REPORTS_KEPT_DAYS`. Open reports stay for the team. */
async function forgetReports(db: Database): Promise<void> {
  const gone = (days: number) =>
    db
      .select({ uid: account.uid })
      .from(account)
      .where(and(isNotNull(account.purgedAt), lt(account.purgedAt, sql`now() - make_interval(days => ${days})`)));
  await db.delete(report).where(and(eq(report.open, false), inArray(report.uid, gone(0))));
  await db.delete(report).where(and(ne(report.open, true), inArray(report.targetUid, gone(REPORTS_KEPT_DAYS))));
}
