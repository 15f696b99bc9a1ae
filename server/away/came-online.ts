import { sql } from 'drizzle-orm';
import { tidOfUid } from '../../contract/ids.ts';
import type { Database } from '../database/connect.ts';
import { block, favourite, friendship, personLike } from '../people/tables.ts';
import { ONLINE_AGAIN_HOURS, ONLINE_FANS_MAX, ONLINE_PER_DAY } from './bounds.ts';
import { onlineTold } from './tables.ts';
import { pushToken } from './telling/tables.ts';
import { tellAway } from './telling/tell.ts';

/** PostgreSQL channel: a host is seen online again after a while; its payload is their uid and when (ms), by a trigger. */
export const HOST_CAME = 'host_came';

/**
 * Tells friends of a host, and whoever keeps or likes them, that they are online: each some times a day, and of one host once in
 * some hours. Every process hears of it; the rows of who was told let one of them tell.
 */
export async function tellHostCame(db: Database, host: number, at: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ uid: string }>(sql`
      with fans as (
        select uid from ${friendship} where target_uid = ${host}
        union select uid from ${favourite} where target_uid = ${host}
        union select uid from ${personLike} where target_uid = ${host}
      )
      insert into ${onlineTold} as told (uid, host, at)
      select fans.uid, ${host}::bigint, now() from fans
      where exists (select from ${pushToken} device where device.uid = fans.uid)
        and not exists (select from ${block} one where (one.owner_uid, one.blocked_uid) in ((fans.uid, ${host}), (${host}, fans.uid)))
        and (select count(*) from ${onlineTold} today where today.uid = fans.uid and today.at > now() - interval '1 day')
          < ${ONLINE_PER_DAY}
      order by fans.uid limit ${ONLINE_FANS_MAX}
      on conflict (uid, host) do update set at = excluded.at
        where told.at < now() - make_interval(hours => ${ONLINE_AGAIN_HOURS})
      returning told.uid`);
    const about = { uid: host, tid: tidOfUid(host) };
    await tellAway(
      tx,
      rows.map(({ uid }) => ({ uid: Number(uid), kind: 'online', id: `online.${host}.${at}`, at, about })),
    );
  });
}
