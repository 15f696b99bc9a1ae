import { type Column, type SQL, sql } from 'drizzle-orm';
import { archive } from './tables.ts';

/**
 * SQL condition: the account has no archived message of or to the account in the column `peer`. A call leaves a message too. A subquery
 * per row, for conditions on lists of hosts.
 */
export const hasNoMessagesWith = (account: number, peer: Column): SQL =>
  sql`coalesce((select false from ${archive} where ${archive.owner} = ${account} and ${archive.peer} = ${peer} limit 1), true)`;
