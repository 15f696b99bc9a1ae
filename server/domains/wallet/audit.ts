import { sql } from 'drizzle-orm';
import { SUBJECT_TYPES } from '../../../contract/wallet/records.ts';
import type { Queries, Transaction } from '../../platform/database/connect.ts';
import { OURS } from './ledger.ts';

const SPENT_FOR = sql`('call', 'booking', 'gift', 'media')`;

/** Final states of a reversal whose gems went back to where they were taken from. */
const UNDONE = sql`('refused', 'won')`;

/** Invariants of the ledger, each as a query for its violations. */
const LAWS = {
  'the postings of a transfer sum to zero': sql`
    select transfer_id from posting group by transfer_id having sum(amount) <> 0`,
  'every transfer moves its gross': sql`
    select id from transfer where gross <>
      (select coalesce(sum(amount) filter (where amount > 0), 0) from posting where transfer_id = transfer.id)`,
  'nobody has less than nothing': sql`select uid from wallet where uid > 0 and amount < 0`,
  'a balance is the sum of its postings': sql`
    select uid from wallet where uid > 0 and amount <>
      (select coalesce(sum(amount), 0) from posting where posting.uid = wallet.uid and posting.currency = wallet.currency)`,
  'an operation has one effect': sql`select operation from transfer group by operation having count(*) > 1`,
  'what is held is settled once': sql`
    select settles from transfer where settles is not null group by settles having count(*) > 1`,
  'what is held is the sum of what is not settled': sql`
    select 1 where (select coalesce(sum(amount), 0) from posting where uid = -1) <>
      (select coalesce(sum(gross), 0) from transfer hold where kind = 'hold'
        and not exists (select from transfer later where later.settles = hold.id))`,
  'the shares of what is posted are its gross': sql`
    select id from transfer where kind = 'post' and gross <>
      (select coalesce(sum(amount), 0) from posting where transfer_id = transfer.id and uid >= 0)`,
  'gems and silver stay apart': sql`
    select posting.id from posting join transfer on transfer.id = posting.transfer_id
      where posting.currency <> transfer.currency`,
  'what a wallet is after a posting is the sum of all up to it': sql`
    select id from (select id, "after", sum(amount) over (partition by uid, currency order by id) as total from posting where uid > 0) as run
      where "after" is distinct from total`,
  'a day of a wallet is the sum of its postings': sql`
    select from wallet_day full join (
      select posting.uid, posting.currency, utc_day(coalesce(hold.created_at, one.created_at)) as day,
        coalesce(sum(amount) filter (where not spending), 0) as came,
        -coalesce(sum(amount) filter (where spending), 0) as went
      from posting join transfer as one on one.id = transfer_id
        left join transfer as hold on one.kind = 'void' and hold.id = one.settles,
        lateral (select one.subject_type in ${SPENT_FOR} and (amount < 0 or one.kind = 'void') as spending) as what
      where posting.uid > 0 group by 1, 2, 3
    ) as summed using (uid, currency, day)
    where (wallet_day.came, wallet_day.went) is distinct from (summed.came, summed.went)`,
  'what was spent is counted': sql`
    select from wallet where uid > 0 and spent < (
      select coalesce(-sum(posting.amount), 0) from posting join transfer as one on one.id = transfer_id
      where posting.uid = wallet.uid and posting.currency = wallet.currency and amount < 0 and subject_type in ${SPENT_FOR}
        and (kind = 'move' or exists (select from transfer as later where later.settles = one.id and later.kind = 'post')))`,
  'every transfer has a subject, and whatever settles has that of its hold': sql`
    select from transfer as one left join transfer as hold on hold.id = one.settles
      where one.subject_type not in ${[...SUBJECT_TYPES]} or one.subject_id = ''
        or (one.settles is not null
          and (one.subject_type, one.subject_id) is distinct from (hold.subject_type, hold.subject_id))`,
  'what is voided goes back to whom it was taken from': sql`
    select from transfer as one where kind = 'void' and exists (
      select from posting as back full join posting as took on back.uid = took.uid and took.transfer_id = one.settles
      where back.transfer_id = one.id and back.amount is distinct from -took.amount)`,
  'who may spend nothing spends nothing': sql`
    select from money_lock join posting on posting.uid = money_lock.uid join transfer on transfer.id = transfer_id
      where posting.amount < 0 and subject_type in ${SPENT_FOR} and created_at > money_lock.at`,
  'spending neither makes nor loses money': sql`
    select from posting join transfer on transfer.id = transfer_id
      where uid = ${OURS.mint} and subject_type in ${SPENT_FOR}`,
  'a paid order has one credit of its gems and bonus, and no other has any': sql`
    select from payment_order as bought full join (
      select subject_id as id, count(*) as times, min(uid) as uid, sum(amount) as gems
      from transfer join posting on transfer_id = transfer.id and uid <> ${OURS.mint}
      where subject_type = 'order' group by 1
    ) as credit using (id)
    where (coalesce(bought.state, '') = 'paid') <> (credit.id is not null)
      or (credit.times, credit.uid, credit.gems) is distinct from (1, bought.uid, bought.gems + bought.bonus)
        and credit.id is not null`,
  'the gems of a reversal are taken or owed, and back where it is void': sql`
    select from reversal where gems <> taken + owed or (case when state in ${UNDONE} then 0 else gems end) <> (
      select coalesce(sum(amount), 0) from transfer join posting on transfer_id = transfer.id
      where uid = ${OURS.mint} and subject_type = 'reversal' and subject_id = reversal.id)`,
  'a reversal moves the gems of who paid, and of nobody else': sql`
    select from transfer join posting on transfer_id = transfer.id
      join reversal on reversal.id = subject_id join payment_order on payment_order.id = order_id
    where subject_type = 'reversal' and posting.uid > 0 and posting.uid <> payment_order.uid`,
  'no more goes back of an order than it was': sql`
    select from payment_order as bought where exists (
      select from reversal where order_id = bought.id and kind <> 'surplus' and state not in ${UNDONE}
      having sum(gems) > bought.gems + bought.bonus
        or sum(reversal.amount_minor) filter (where kind = 'refund') > bought.amount_minor)`,
  // Credits are summed from the records that caused them: orders, claims, draws and the operator's log. Welcome grants, opening
  // balances and adjustments without an operator command are recorded in the ledger alone.
  'what people have was credited to them, less what went back': sql`
    select from (values ('gems'), ('silver')) as of (currency) where
      (select -coalesce(sum(amount), 0) from posting where uid = ${OURS.mint} and posting.currency = of.currency) <>
      (select coalesce(sum(amount), 0) from transfer join posting on transfer_id = transfer.id and uid <> ${OURS.mint}
        where posting.currency = of.currency and subject_type in ('open', 'welcome', 'adjust') and subject_id !~ '^op:[0-9]+$')
      + (select coalesce(sum((what->>'amount')::bigint), 0) from operator_log
        where command in ('grant', 'adjust') and what->>'currency' = of.currency)
      + case of.currency
        when 'gems' then (select coalesce(sum(gems + bonus), 0) from payment_order where state = 'paid')
          - (select coalesce(sum(gems), 0) from reversal where state not in ${UNDONE})
        else (select coalesce(sum(coins), 0) from reward_claim where owner = 'uid:' || uid)
          + (select coalesce(sum(coins), 0) from lucky_draw)
      end`,
  'a payout holds its gems, and a failed or returned one gave them back': sql`
    select from payout full join (
      select subject_id as id, min(uid) as uid, sum(amount) as gems
      from transfer join posting on transfer_id = transfer.id and uid > 0
      where subject_type = 'payout' group by 1
    ) as moved using (id)
    where payout.uid is distinct from moved.uid
      or moved.gems is distinct from case when state in ('failed', 'returned') then 0 else -payout.gems end`,
  'an open booking holds its minutes, and an ended one has paid those that it says': sql`
    select from booking full join (
      select hold.subject_id as id, count(*) as held, sum(hold.gross) as gems, count(*) filter (where later.kind = 'post') as paid,
        count(*) filter (where later.kind = 'void') as back
      from transfer as hold left join transfer as later on later.settles = hold.id
      where hold.kind = 'hold' and hold.subject_type = 'booking' group by 1
    ) as moved using (id)
    where (moved.held, moved.gems) is distinct from (booking.minutes::bigint, (booking.minutes * booking.price)::numeric)
      or case when state in ('proposed', 'accepted') then back <> 0
        else (paid, back) is distinct from (booking.charged::bigint, (booking.minutes - booking.charged)::bigint) end`,
  'claims and draws have their silver': sql`
    select 1 from (
        select 'task:' || task || ':' || uid || ':' || day as operation, coins from reward_claim where owner = 'uid:' || uid
        union all select 'lucky:' || uid || ':' || day, coins from lucky_draw
      ) made
      full join (
        select operation, gross from transfer
        where currency = 'silver' and kind = 'move' and (operation like 'task:%' or operation like 'lucky:%')
      ) paid using (operation)
      where made.coins is distinct from paid.gross`,
} as const;
/** Name of an invariant of the ledger that `auditLedger` checks. */
export type Law = keyof typeof LAWS;

/** First key of the advisory lock of `auditWithin`; used by no other lock. */
const AUDIT_LOCK = 1_096_107_081;
/** SQLSTATE of a statement that ran into its timeout. */
const QUERY_CANCELED = '57014';

/** Result of an audit: the invariants that are violated, and those for which the time did not suffice (`unchecked`). */
export type Audit = { readonly broken: readonly Law[]; readonly unchecked: readonly Law[] };

/**
 * Checks the invariants within `ms`, for an operator who asks for it while the product is in use; those not finished in time are
 * `unchecked`. Undefined while another call of this function runs, so that repeated requests do not read the ledger several times at once.
 */
export async function auditWithin(tx: Transaction, ms: number): Promise<Audit | undefined> {
  const { rows } = await tx.execute<{ free: boolean }>(sql`select pg_try_advisory_xact_lock(${AUDIT_LOCK}, 0) as free`);
  if (!rows[0]?.free) return undefined;
  const until = performance.now() + ms;
  const broken: Law[] = [];
  const unchecked: Law[] = [];
  for (const law of Object.keys(LAWS) as Law[]) {
    const isHeld = await isHeldWithin(tx, law, Math.ceil(until - performance.now()));
    if (isHeld === undefined) unchecked.push(law);
    if (isHeld === false) broken.push(law);
  }
  return { broken, unchecked };
}

/** SQLSTATE of a failed query, which Drizzle wraps in an error of its own. */
const sqlStateOf = (error: unknown): unknown => Object(Object(error).cause ?? error).code;

/** Whether an invariant holds; undefined if that is not known within `ms`. The savepoint keeps the transaction usable after a timeout. */
async function isHeldWithin(tx: Transaction, law: Law, ms: number): Promise<boolean | undefined> {
  if (ms <= 0) return undefined;
  try {
    return await tx.transaction(async (savepoint) => {
      await savepoint.execute(sql.raw(`set local statement_timeout = ${ms}`));
      const { rows } = await savepoint.execute(LAWS[law]);
      return rows.length === 0;
    });
  } catch (error) {
    if (sqlStateOf(error) === QUERY_CANCELED) return undefined;
    throw error;
  }
}

/**
 * Returns the violated invariants; empty for a consistent ledger. Reads all rows: run hourly by one process when metrics are on, and by
 * tests.
 */
export async function auditLedger(db: Queries): Promise<Law[]> {
  const broken: Law[] = [];
  for (const law of Object.keys(LAWS) as Law[]) {
    const { rows } = await db.execute(LAWS[law]);
    if (rows.length > 0) broken.push(law);
  }
  return broken;
}
