import { and, eq, inArray, sql } from 'drizzle-orm';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { CAME_AGAIN_AFTER_MS } from '../../../contract/notices/rules.ts';
import type { Database, Transaction } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { onlineStream } from '../../platform/realtime/tables.ts';
import { hidesPresence } from '../people/visibility.ts';
import { tellAway } from '../push/telling/tell.ts';
import { cameOnline } from './telling/tables.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 20;
/** Of one person. Who has more friends and admirers is found on the wall. */
const TOLD_MAX = 1_000;

/**
 * Tells friends, who keeps somebody as a favourite, and who likes a host that they came online after a time away: each at most once in
 * `CAME_AGAIN_AFTER_MS`. Who hides their presence comes unseen, and a block ends it.
 */
export function tellArrivals(db: Database): Job {
  return {
    name: 'arrivals',
    everyMs: EVERY_MS,
    async run(signal) {
      while (!signal.aborted) {
        const came = await db.transaction((tx) => tellSome(tx));
        if (came < AT_ONCE) return;
      }
    },
  };
}

/** Returns how many came. */
async function tellSome(tx: Transaction): Promise<number> {
  const { rows: came } = await tx.execute<{ uid: string }>(sql`
    delete from ${cameOnline} where uid in (
      select uid from ${cameOnline} order by at limit ${AT_ONCE} for update skip locked) returning uid`);
  const uids = came.map(({ uid }) => Number(uid));
  if (uids.length === 0) return 0;
  const here = await tx
    .selectDistinct({ uid: onlineStream.uid })
    .from(onlineStream)
    .where(and(inArray(onlineStream.uid, uids), eq(onlineStream.brief, false)));
  const hidden = await hidesPresence(tx, uids);
  for (const { uid } of here) {
    if (hidden.has(uid)) continue;
    const at = Date.now();
    const told = await tellOf(tx, uid);
    await tellAway(
      tx,
      told.map((to) => ({ uid: to, kind: 'online', id: `online:${uid}:${at}`, at, about: { uid } })),
    );
  }
  return uids.length;
}

/** The turn of six hours is part of the key, so that one is added in each at most. */
async function tellOf(tx: Transaction, about: number): Promise<number[]> {
  const { rows } = await tx.execute<{ uid: string }>(sql`
    with followers as (
      select uid from friendship where target_uid = ${about}
      union select uid from favourite where target_uid = ${about}
      union select uid from person_like where target_uid = ${about}
        and exists (select from account where uid = ${about} and role = ${ROLE_ANCHOR}))
    insert into notice (uid, key, about, template, values)
    select followers.uid, 'online:' || ${about}::text || ':' || floor(extract(epoch from now()) * 1000 / ${CAME_AGAIN_AFTER_MS})::text,
      ${about}, 'online', jsonb_build_object('name', (select nick_name from account where uid = ${about}))
    from followers
    where not exists (select from block where (owner_uid, blocked_uid) in ((followers.uid, ${about}), (${about}, followers.uid)))
      and not exists (select from notice before where before.uid = followers.uid and before.about = ${about}
        and before.template = 'online' and before.at > now() - make_interval(secs => ${CAME_AGAIN_AFTER_MS / 1_000}))
    limit ${TOLD_MAX}
    on conflict do nothing returning uid`);
  return rows.map(({ uid }) => Number(uid));
}
