import { randomBytes } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { MyDataPart } from '../../../contract/account/life.ts';
import { EXPORT_KEPT_HOURS, EXPORTS_PER_DAY, MY_DATA_ROWS } from '../../../contract/account/rules.ts';
import type { Input, Output } from '../../../contract/api/endpoint.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { dataExport } from './tables.ts';
import { lockAccountRow } from './tokens.ts';

type MyDataInput = Input<Endpoints['myData']>;
type MyDataPage = Output<Endpoints['myData']>;

/**
 * Query of each section of an export. Column `at` is the pagination key: a text that is unique within the section. Rows contain only
 * what the account's owner may see: no secret or hash, and of other users the uid and nickname only.
 */
const PARTS: { readonly [P in MyDataPart]: (uid: number) => SQL } = {
  account: (uid) => sql`
    select '1' as at, account.uid, role, nick_name, birth_date, account.created_at, password_hash is not null as has_password,
      google_sub is not null as has_google, avatar_url, about, gender, b_day, profile.country, lang, tel, email, profile.address, albums,
      videos, coalesce(changed, '{}') as settings, chosen.country as store_country,
      recovery.address as recovery_email,
      (select jsonb_build_object('state', state, 'problem', problem, 'started_at', started_at, 'ended_at', ended_at)
        from host_identity where host_identity.uid = account.uid) as identity_check,
      (select jsonb_build_object('ref', ref, 'country', country, 'state', state, 'last4', last4)
        from connected_account where connected_account.uid = account.uid) as connected_account,
      (select jsonb_object_agg(scope || ':' || "window", gems) from spend_limit where spend_limit.uid = account.uid) as limits
    from account join profile on profile.uid = account.uid
      left join account_settings on account_settings.uid = account.uid
      left join chosen_country chosen on chosen.uid = account.uid
      left join recovery_email recovery on recovery.uid = account.uid
    where account.uid = ${uid}`,
  relations: (uid) => sql`
    select kind || ':' || lpad(other::text, 16, '0') as at, kind, other as uid, nick_name, since from (
      select 'like' as kind, target_uid as other, created_at as since from person_like where uid = ${uid}
      union all select 'likes me', uid, created_at from person_like where target_uid = ${uid}
      union all select 'friend', target_uid, created_at from friendship where uid = ${uid}
      union all select 'favourite', target_uid, created_at from favourite where uid = ${uid}
      union all select 'request', target_uid, created_at from friend_request where uid = ${uid}
      union all select 'request to me', uid, created_at from friend_request where target_uid = ${uid}
      union all select 'blocked', blocked_uid, created_at from block where owner_uid = ${uid}
    ) relation join account on account.uid = other
    where kind <> 'likes me' or not exists (select from block where owner_uid = other and blocked_uid = ${uid})`,
  sessions: (uid) => sql`
    select to_char(created_at, 'YYYYMMDDHH24MISSUS') || left(hash, 8) as at, platform, browser, device, created_at, used_at,
      revoked_at from device_token where uid = ${uid}`,
  secrets: (uid) => sql`
    select to_char(created_at, 'YYYYMMDDHH24MISSUS') || left(hash, 8) as at, platform, browser, created_at, used_at, ended_at
    from account_openid where uid = ${uid}`,
  passkeys: (uid) => sql`
    select hash as at, credential_id, rp_id, platform, browser, created_at, used_at from passkey where uid = ${uid}`,
  ledger: (uid) => sql`
    select lpad(posting.id::text, 16, '0') as at, posting.id, transfer.created_at, posting.currency, posting.amount,
      posting.after as balance, kind, subject_type, subject_id
    from posting join transfer on transfer.id = posting.transfer_id where posting.uid = ${uid}`,
  orders: (uid) => sql`
    select id as at, id, sku, gems, bonus, amount_minor, currency, country, channel, state, reason, created_at, paid_at, card,
      (select jsonb_agg(jsonb_build_object('kind', reversal.kind, 'state', reversal.state, 'gems', reversal.gems,
        'amountMinor', reversal.amount_minor, 'at', reversal.created_at)) from reversal where order_id = payment_order.id) as reversals
    from payment_order where uid = ${uid}`,
  calls: (uid) => sql`
    select lpad(start_time::text, 16, '0') || call.sid as at, call.sid, kind, state, case when caller = ${uid} then 'out' else 'in' end as way,
      case when caller = ${uid} then callee else caller end as uid, price, start_time, connecting_time, end_time, minutes,
      seconds, reason, refunded_minutes, my_rating.stars as my_stars, my_rating.reasons as my_reasons
    from call left join call_rating as my_rating on my_rating.sid = call.sid and my_rating.uid = ${uid}
    where caller = ${uid} or callee = ${uid}`,
  bookings: (uid) => sql`
    select lpad(proposed_at::text, 16, '0') || id as at, id, case when viewer = ${uid} then 'out' else 'in' end as way,
      case when viewer = ${uid} then host else viewer end as uid, state, starts_at, minutes, price, charged, proposed_at, settled_at
    from booking where viewer = ${uid} or host = ${uid}`,
  gifts: (uid) => sql`
    select lpad(id::text, 16, '0') as at, case when from_uid = ${uid} then 'out' else 'in' end as way,
      case when from_uid = ${uid} then to_uid else from_uid end as uid, gift_id, count, price, area, gift_sent.at as given_at
    from gift_sent where from_uid = ${uid} or to_uid = ${uid}`,
  rewards: (uid) => sql`
    select kind || day::text || what as at, kind, what, day, coins, given_at from (
      select 'task' as kind, task as what, day, coins, reward_claim.at as given_at from reward_claim
        where uid = ${uid} and owner = 'uid:' || ${uid}::bigint
      union all select 'lucky', '', day, coins, lucky_draw.at from lucky_draw where uid = ${uid}
    ) reward`,
  media: (uid) => sql`
    select id as at, id, kind, purpose, width, height, bytes, ms, created_at, sent_at, gone_at from media where owner_uid = ${uid}`,
  reports: (uid) => sql`
    select ticket as at, ticket, target_uid, reason, note, open, created_at, closed_at from report where uid = ${uid}`,
  support: (uid) => sql`
    select mid as at, body, support_inbox.at as said_at, answered_at from support_inbox where uid = ${uid}`,
};

/**
 * Returns one page of a section of the account's data export. The export must have been started by `beginExport` within
 * `EXPORT_KEPT_HOURS`; otherwise `gone`.
 */
export async function myData(
  db: Queries,
  uid: number,
  { part, cursor, exportId }: MyDataInput,
): Promise<Result<MyDataPage>> {
  const known = sql`${dataExport.at} > now() - make_interval(hours => ${EXPORT_KEPT_HOURS})`;
  const [own] = await db
    .select({ id: dataExport.id })
    .from(dataExport)
    .where(and(eq(dataExport.uid, uid), eq(dataExport.id, exportId), known));
  if (!own) return fail({ code: 'gone' });
  const { rows } = await db.execute<{ at: string; row: Record<string, unknown> }>(sql`
    select part.at collate "C" as at, to_jsonb(part) - 'at' as row from (${PARTS[part](uid)}) part
    where part.at collate "C" > ${cursor} order by 1 limit ${MY_DATA_ROWS}`);
  const next = rows.length < MY_DATA_ROWS ? '' : (rows.at(-1)?.at ?? '');
  return ok({ rows: rows.map(({ row }) => row), next });
}

/** Starts a data export and returns its id, which `myData` requires. Refused after `EXPORTS_PER_DAY` exports of the account in 24 hours. */
export async function beginExport(db: Queries, uid: number): Promise<Result<{ exportId: string }>> {
  return db.transaction(async (tx) => {
    // Serialize concurrent starts, so that each counts towards the limit.
    await lockAccountRow(tx, uid);
    const recent = sql`${dataExport.at} > now() - interval '1 day'`;
    const begun = await tx
      .select({ at: dataExport.at })
      .from(dataExport)
      .where(and(eq(dataExport.uid, uid), recent))
      .orderBy(dataExport.at);
    const first = begun.at(-EXPORTS_PER_DAY);
    if (first)
      return fail({ code: 'rate-limited', retryAfterMs: Math.max(1_000, first.at.getTime() + DAY_MS - Date.now()) });
    const exportId = randomBytes(16).toString('hex');
    await tx.insert(dataExport).values({ id: exportId, uid });
    await tx.delete(dataExport).where(and(eq(dataExport.uid, uid), sql`not (${recent})`));
    return ok({ exportId });
  });
}
