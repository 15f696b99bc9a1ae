import { and, eq, inArray, sql } from 'drizzle-orm';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { CAME_AGAIN_AFTER_MS } from '../../../contract/notices/rules.ts';
import { serverClock } from '../../platform/clock.ts';
import { account } from '../../platform/database/account.ts';
import type { Database, Transaction } from '../../platform/database/connect.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { onlineStream } from '../../platform/realtime/tables.ts';
import { takeFulfilledWishes } from '../people/online-wishes.ts';
import { isBlockedPair } from '../people/target.ts';
import { findHiddenPresence } from '../people/visibility.ts';
import { enqueuePushes } from '../push/queue/enqueue.ts';
import { addNotices } from './telling/add.ts';
import { cameOnline } from './telling/tables.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 20;
/** Maximum number of notifications about one arrival of a user. A user with more followers is found on the goddess wall. */
const RECIPIENTS_MAX = 1_000;

/**
 * Creates the job that, every 5 seconds, notifies friends of a user who came online after an absence, users who have them as a favourite,
 * and users who like them if they are a host. Each is notified of one user at most once in `CAME_AGAIN_AFTER_MS`. No notification is sent
 * about a user who hides their presence or is offline again, nor between a blocked pair (`isBlockedPair`). Then it notifies those who
 * asked to be notified once (people/online-wishes.ts).
 */
export function createArrivalsJob(db: Database): Job {
  return {
    name: 'arrivals',
    everyMs: EVERY_MS,
    async run(signal) {
      while (!signal.aborted) {
        const came = await db.transaction((tx) => notifyArrivals(tx));
        if (came < AT_ONCE) break;
      }
      if (!signal.aborted) await db.transaction((tx) => fulfilWishes(tx));
    },
  };
}

/** Notifies users who asked to be notified once when a person comes online, however short the absence was. */
async function fulfilWishes(tx: Transaction): Promise<void> {
  const at = serverClock.now();
  const wishes = await takeFulfilledWishes(tx);
  if (wishes.length === 0) return;
  const about = [...new Set(wishes.map(({ targetUid }) => targetUid))];
  const names = await tx
    .select({ uid: account.uid, name: account.nickName })
    .from(account)
    .where(inArray(account.uid, about));
  const nameOf = new Map(names.map(({ uid, name }) => [uid, name]));
  await addNotices(
    tx,
    wishes.map(({ uid, targetUid }) => ({
      uid,
      key: `wish:${targetUid}:${at}`,
      about: targetUid,
      content: { template: 'online', values: { name: nameOf.get(targetUid) ?? '' } },
    })),
  );
  await enqueuePushes(
    tx,
    wishes.map(({ uid, targetUid }) => ({
      uid,
      kind: 'online',
      id: `wish:${targetUid}:${at}`,
      at,
      about: { uid: targetUid, asked: true },
    })),
  );
}

/** Handles one batch of users who came online, and returns their number. */
async function notifyArrivals(tx: Transaction): Promise<number> {
  const { rows: came } = await tx.execute<{ uid: string }>(sql`
    delete from ${cameOnline} where uid in (
      select uid from ${cameOnline} order by at limit ${AT_ONCE} for update skip locked) returning uid`);
  const uids = came.map(({ uid }) => Number(uid));
  if (uids.length === 0) return 0;
  const here = await tx
    .selectDistinct({ uid: onlineStream.uid })
    .from(onlineStream)
    .where(and(inArray(onlineStream.uid, uids), eq(onlineStream.brief, false)));
  const hidden = await findHiddenPresence(tx, uids);
  for (const { uid } of here) {
    if (hidden.has(uid)) continue;
    const at = serverClock.now();
    const recipients = await addOnlineNotices(tx, uid);
    await enqueuePushes(
      tx,
      recipients.map((to) => ({ uid: to, kind: 'online', id: `online:${uid}:${at}`, at, about: { uid } })),
    );
  }
  return uids.length;
}

/**
 * Adds the notifications that the user `about` is online, and returns their recipients. The key contains the number of the
 * `CAME_AGAIN_AFTER_MS` interval, so that two processes add at most one per interval.
 */
async function addOnlineNotices(tx: Transaction, about: number): Promise<number[]> {
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
    where not ${isBlockedPair(sql`followers.uid`, about)}
      and not exists (select from notice before where before.uid = followers.uid and before.about = ${about}
        and before.template = 'online' and before.at > now() - make_interval(secs => ${CAME_AGAIN_AFTER_MS / 1_000}))
    limit ${RECIPIENTS_MAX}
    on conflict do nothing returning uid`);
  return rows.map(({ uid }) => Number(uid));
}
