import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type TaxDetails, taxDetails, type YearlyStatement } from '../../../../contract/hosting/payouts.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import { isEarning } from '../../wallet/earned.ts';
import { openFor, sealFor } from '../personal-data.ts';
import { payoutAccount, taxDetails as taxDetailsTable } from '../tables.ts';
import { last4Of, openAccount, payeeOf } from './account.ts';

/**
 * Reads what tax reports name about a host, decrypted; null if none were given, or they cannot be decrypted because the key was lost, so
 * that the host enters them again. `key`: from `loadPersonalKey`.
 */
export async function readTaxDetails(db: Queries, uid: number, key: Buffer): Promise<TaxDetails | null> {
  const [own] = await db.select().from(taxDetailsTable).where(eq(taxDetailsTable.uid, uid));
  if (!own) return null;
  try {
    return v.parse(taxDetails, openFor(key, uid, own.sealed));
  } catch {
    return null;
  }
}

/** Whether an account is or was a host, or has requested a payout, so that payouts and tax reports may be about it. */
export async function mayBeReported(db: Queries, uid: number): Promise<boolean> {
  const { rows } = await db.execute<{ mayReport: boolean }>(sql`
    select exists (select from anchor where uid = ${uid}) or exists (select from host_application where uid = ${uid} and state in ('accepted', 'suspended'))
      or exists (select from payout where uid = ${uid}) as "mayReport"`);
  return rows[0]?.mayReport === true;
}

/** Stores or replaces what tax reports name about a host, encrypted. `forbidden`: not `mayBeReported`. */
export async function saveTaxDetails(
  db: Queries,
  uid: number,
  key: Buffer,
  details: TaxDetails,
): Promise<Result<undefined>> {
  if (!(await mayBeReported(db, uid))) return fail({ code: 'forbidden' });
  const set = { sealed: sealFor(key, uid, details), changedAt: sql`now()` };
  await db
    .insert(taxDetailsTable)
    .values({ uid, ...set })
    .onConflictDoUpdate({ target: taxDetailsTable.uid, set });
  return ok(undefined);
}

/** Calendar years (UTC) in which the wallet of a host moved by an earning or a payout, newest first. */
export async function yearsOf(db: Queries, uid: number): Promise<number[]> {
  const { rows } = await db.execute<{ year: number }>(sql`
    select year::int as year from (
      select extract(year from transfer.created_at at time zone 'UTC') as year
      from posting join transfer on transfer.id = posting.transfer_id
      where posting.uid = ${uid} and posting.currency = 'gems' and (${isEarning} or transfer.subject_type = 'payout')
      union select extract(year from state_at at time zone 'UTC') from payout where uid = ${uid} and state = 'sent'
    ) as active order by year desc`);
  return rows.map(({ year }) => year);
}

type QuarterRow = Readonly<
  Record<
    | 'calls'
    | 'bookings'
    | 'gifts'
    | 'media'
    | 'other'
    | 'earnings'
    | 'fees'
    | 'requested'
    | 'paid_gems'
    | 'paid_minor'
    | 'before',
    string
  >
>;

const startOf = (year: number) => sql`make_timestamptz(${year}::int, 1, 1, 0, 0, 0, 'UTC')`;
const quarterOf = (moment: 'transfer.created_at' | 'state_at') =>
  sql`extract(quarter from ${sql.raw(moment)} at time zone 'UTC')::int`;
const sumOf = (source: string) => sql`coalesce(sum(amount) filter (where earned and source = ${source}), 0)`;

/**
 * Reads the statement of a host for a calendar year (UTC), from the ledger and the sent payouts, in one statement, so that the sums agree.
 * Earnings count when they were credited, money when it was sent.
 */
export async function readYearly(db: Queries, uid: number, year: number, key: Buffer): Promise<YearlyStatement> {
  const { rows } = await db.execute<QuarterRow>(sql`
    with moved as (
      select ${quarterOf('transfer.created_at')} as quarter, transfer.created_at < ${startOf(year)} as early, posting.amount, transfer.gross,
        transfer.subject_type as source, ${isEarning} as earned
      from posting join transfer on transfer.id = posting.transfer_id
      where posting.uid = ${uid} and posting.currency = 'gems' and transfer.created_at < ${startOf(year + 1)}
    ), sent as (
      select ${quarterOf('state_at')} as quarter, gems, amount_minor from payout
      where uid = ${uid} and state = 'sent' and currency = 'USD' and state_at >= ${startOf(year)} and state_at < ${startOf(year + 1)}
    )
    select ${sumOf('call')} as calls, ${sumOf('booking')} as bookings, ${sumOf('gift')} as gifts, ${sumOf('media')} as media,
      coalesce(sum(amount) filter (where not earned and source <> 'payout'), 0) as other,
      count(*) filter (where earned) as earnings, coalesce(sum(gross - amount) filter (where earned), 0) as fees,
      -coalesce(sum(amount) filter (where source = 'payout'), 0) as requested,
      (select coalesce(sum(gems), 0) from sent where sent.quarter = quarters.quarter) as paid_gems,
      (select coalesce(sum(amount_minor), 0) from sent where sent.quarter = quarters.quarter) as paid_minor,
      (select coalesce(sum(amount), 0) from moved where early) as before
    from generate_series(1, 4) as quarters (quarter)
      left join moved on moved.quarter = quarters.quarter and not moved.early
    group by quarters.quarter order by quarters.quarter`);
  const before = Number(rows[0]?.before ?? 0);
  const quarters = rows.map((row) => ({
    calls: Number(row.calls),
    bookings: Number(row.bookings),
    gifts: Number(row.gifts),
    media: Number(row.media),
    other: Number(row.other),
    earnings: Number(row.earnings),
    fees: Number(row.fees),
    requested: Number(row.requested),
    paidGems: Number(row.paid_gems),
    paid: { amountMinor: Number(row.paid_minor), currency: 'USD' as const },
  }));
  const changeOf = ({ calls, bookings, gifts, media, other, requested }: (typeof quarters)[number]) =>
    calls + bookings + gifts + media + other - requested;
  return {
    year,
    details: await readTaxDetails(db, uid, key),
    account: await readAccount(db, uid),
    before,
    quarters,
    after: quarters.reduce((sum, quarter) => sum + changeOf(quarter), before),
  };
}

/** The account of the latest payout, which outlives the present one; else the present one. */
async function readAccount(db: Queries, uid: number): Promise<YearlyStatement['account']> {
  const { rows } = await db.execute<{ sealed: string; last4: string }>(
    sql`select sealed, last4 from payout where uid = ${uid} order by requested_at desc limit 1`,
  );
  const [latest] = rows;
  if (latest) return payeeOf(db, { uid, ...latest });
  const [own] = await db.select().from(payoutAccount).where(eq(payoutAccount.uid, uid));
  if (!own) return null;
  const account = await openAccount(db, uid, own.sealed);
  return { holder: account.holder, last4: last4Of(account) };
}
