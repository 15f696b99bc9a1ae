import { and, eq, ne, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { OFFICIAL_UID } from '../../../contract/account/rules.ts';
import { REQUEST_ID_LENGTH } from '../../../contract/api/rules.ts';
import { account } from '../../database/account.ts';
import type { Transaction } from '../../database/connect.ts';
import { officialOutbox } from './tables.ts';

/** PostgreSQL channel: the official service has something to say. */
export const OFFICIAL_SAYS = 'official_says';

/**
 * Has the official service say some words to one account or to everybody, once this transaction is committed. Answers to
 * how many.
 */
export async function sayOfficially(tx: Transaction, to: number | 'all', body: string): Promise<number> {
  const mid = nanoid(REQUEST_ID_LENGTH);
  const addressed = to === 'all' ? undefined : eq(account.uid, to);
  const { rowCount } = await tx.execute(sql`
    insert into ${officialOutbox} (uid, mid, body)
    select ${account.uid}, ${mid}, ${body} from ${account} where ${and(ne(account.uid, OFFICIAL_UID), addressed)}
    order by ${account.uid}`);
  await tx.execute(sql`select pg_notify(${OFFICIAL_SAYS}, '')`);
  return rowCount ?? 0;
}
