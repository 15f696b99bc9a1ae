import type pg from 'pg';

type Change = readonly [from: string, to: string];
export type LedgerBug = {
  readonly name: string;
  readonly breaks: string;
  readonly sql?: readonly string[];
  /** Text to replace in the SQL function `ledger_transfer`. */
  readonly function?: Change;
  readonly alsoFunction?: Change;
};
/** Plausible mistakes, each with the audit law that must find it. */
export const LEDGER_BUGS: readonly LedgerBug[] = [
  {
    name: 'spending is not checked',
    breaks: 'nobody has less than nothing',
    sql: ['alter table wallet drop constraint wallet_never_negative'],
    function: ['wallet.amount + leg.amount < 0', 'false'],
  },
  {
    name: 'an operation is not remembered',
    breaks: 'an operation has one effect',
    sql: ['drop index transfer_once'],
    function: ['WHERE operation = op;', 'WHERE false;'],
  },
  {
    name: 'debits are not applied to the balance',
    breaks: 'a balance is the sum of its postings',
    sql: [
      'alter table posting drop constraint posting_after',
      'drop trigger posting_added on posting',
      'create trigger posting_added before insert on posting for each row when (new.amount > 0) execute function add_posting_to_wallet()',
    ],
  },
  {
    name: 'the share of the platform is rounded down too',
    breaks: 'the shares of what is posted are its gross',
    sql: [
      'drop trigger posting_sums_to_zero on posting',
      `create function round_down() returns trigger language plpgsql as $$
        begin new.amount := greatest(1, new.amount - 1); return new; end $$`,
      'create trigger rounded before insert on posting for each row when (new.uid = 0) execute function round_down()',
    ],
  },
  {
    name: 'a hold can be settled twice',
    breaks: 'what is held is settled once',
    sql: ['drop index transfer_settled_once'],
  },
  {
    name: 'silver is paid out in gems',
    breaks: 'gems and silver stay apart',
    sql: ['alter table posting drop constraint posting_of_transfer'],
    function: [
      'SELECT made, leg.uid, money, leg.amount',
      `SELECT made, leg.uid, CASE WHEN leg.amount > 0 AND leg.uid > 0 THEN 'gems' ELSE money END, leg.amount`,
    ],
  },
  {
    name: 'the balance after a posting is read without a lock',
    breaks: 'what a wallet is after a posting is the sum of all up to it',
    sql: [
      'alter table wallet drop constraint wallet_never_negative',
      `create or replace function add_posting_to_wallet() returns trigger language plpgsql as $$ begin
          select amount + new.amount into new.after from wallet where uid = new.uid and currency = new.currency and uid > 0;
          perform pg_sleep(0.002);
          update wallet set amount = amount + new.amount where uid = new.uid and currency = new.currency and uid > 0;
          return new; end $$`,
    ],
    function: ['ORDER BY uid FOR NO KEY UPDATE', 'ORDER BY uid'],
  },
  {
    name: 'a limit is checked before the wallet is locked',
    breaks: 'nobody spends more than they allow themselves',
    sql: ['alter table wallet drop constraint wallet_never_negative'],
    function: ['ORDER BY uid FOR NO KEY UPDATE', 'ORDER BY uid'],
    // Long enough for every connection to check the limit before the first one writes.
    alsoFunction: [
      'INSERT INTO transfer',
      `PERFORM pg_sleep(CASE WHEN op LIKE '%:hasty:%' THEN 0.5 ELSE 0 END); INSERT INTO transfer`,
    ],
  },
  {
    name: 'a released hold still counts as spent on its day',
    breaks: 'a day of a wallet is the sum of its postings',
    function: ['went = went - CASE WHEN spends THEN leg.amount', 'went = went - CASE WHEN spends THEN 0'],
  },
  {
    name: 'a reversal counts as spending',
    breaks: 'a day of a wallet is the sum of its postings',
    function: [`spends := about IN (`, `spends := about IN ('reversal', `],
  },
  {
    name: 'the subject is lost when a hold is settled',
    breaks: 'every transfer has a subject, and whatever settles has that of its hold',
    function: ['about_id := taken.subject_id', 'about_id := op'],
  },
  {
    name: 'a locked wallet can spend',
    breaks: 'who may spend nothing spends nothing',
    function: ['IF refusal IS NOT NULL THEN', `IF refusal IS NOT NULL AND refusal <> 'locked' THEN`],
  },
  {
    name: 'a reversal of an order is not recorded',
    breaks: 'what people have was credited to them, less what went back',
    sql: [
      'create function forget() returns trigger language plpgsql as $$ begin return null; end $$',
      'create trigger forgotten before insert on reversal for each row execute function forget()',
    ],
  },
  {
    name: 'history can be rewritten',
    breaks: 'history is append-only',
    sql: ['drop trigger posting_append_only on posting'],
  },
  {
    name: 'balances can be set',
    breaks: 'history is append-only',
    sql: ['drop trigger wallet_guarded on wallet'],
  },
];

/** Introduces the bug into this database. Throws if the code to replace is no longer there. */
export async function seedBug(pool: pg.Pool, { sql = [], function: change, alsoFunction }: LedgerBug): Promise<void> {
  for (const statement of sql) await pool.query(statement);
  for (const [from, to] of [change, alsoFunction].flatMap((one) => (one ? [one] : []))) {
    const { rows } = await pool.query<{ text: string }>(
      `select pg_get_functiondef('ledger_transfer'::regproc) as text`,
    );
    const text = rows[0]?.text ?? '';
    if (!text.includes(from)) throw new Error(`ledger_transfer has no ${from}`);
    await pool.query(text.replace(from, () => to));
  }
}
