import { sql } from 'drizzle-orm';
import type { Queries } from '../database/connect.ts';

/** What must hold of the ledger at any moment, each as a query for what breaks it. */
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
} as const;
export type Law = keyof typeof LAWS;

/** The laws that are broken; none in a ledger that is whole. Reads everything: for tests, benchmarks and the operator. */
export async function auditLedger(db: Queries): Promise<Law[]> {
  const broken: Law[] = [];
  for (const law of Object.keys(LAWS) as Law[]) {
    const { rows } = await db.execute(LAWS[law]);
    if (rows.length > 0) broken.push(law);
  }
  return broken;
}
