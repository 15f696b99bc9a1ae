import { sql } from 'drizzle-orm';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import type { TaskName } from '../../../contract/rewards/rules.ts';
import { account } from '../../platform/database/account.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { call } from '../calls/tables.ts';
import { archive } from '../chat/tables.ts';
import { accountSettings, profile } from '../people/tables.ts';
import { startOf } from './days.ts';

/** Number of the account's newest archived messages among which the task `reply` is searched for. */
const LOOKED_AT = 1_000;

/**
 * Which tasks the account has done, according to the server's tables; checked when tasks are listed and claimed. Today (UTC): a message
 * to a host who wrote before, and a connected call. At any time: an avatar, an `about` text and a country in the profile; notifications
 * explicitly enabled. `install` cannot be verified and is false.
 */
export async function doneBy(db: Queries, uid: number, today: number): Promise<Readonly<Record<TaskName, boolean>>> {
  const since = sql`${startOf(today)}::bigint`;
  const { rows } = await db.execute<Record<Exclude<TaskName, 'install'>, boolean>>(sql`
    select exists (
        select from (select * from ${archive} where owner = ${uid} order by id desc limit ${LOOKED_AT}) said
          join ${account} host on host.uid = said.peer and host.role = ${ROLE_ANCHOR}
        where said.out and said.at >= to_timestamp(${since} / 1000)
          and exists (select from ${archive} before
            where before.owner = ${uid} and before.peer = said.peer and before.id < said.id and not before.out)
      ) as reply,
      exists (
        select from ${call} where ${uid}::bigint in (caller, callee) and (settled_at = 0 or settled_at >= ${since})
          and connecting_time >= ${since}
      ) as call,
      exists (
        select from ${profile} where uid = ${uid} and avatar_url <> '' and about <> '' and country <> ''
      ) as profile,
      exists (
        select from ${accountSettings} where uid = ${uid} and changed @> '{"allowNotifications": true}'
      ) as notifications`);
  const [found] = rows;
  if (found === undefined) throw new Error('The tasks could not be looked at');
  return { ...found, install: false };
}
