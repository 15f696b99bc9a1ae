import { getTableColumns, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { ROLE_ANCHOR } from '../../../../contract/account/rules.ts';
import type { CallKind } from '../../../../contract/calls/calls.ts';
import type { HubRefusal } from '../../../../contract/calls/hub.ts';
import type { CallTerms } from '../../../../contract/calls/hub-shapes.ts';
import { MATCH_FREE_SECONDS, USER_CALL_PRICE } from '../../../../contract/calls/rules.ts';
import { fail, ok } from '../../../../contract/result.ts';
import { ANCHOR_SHARE_PERCENT } from '../../../../contract/wallet/rules.ts';
import { account } from '../../../platform/database/account.ts';
import type { Queries } from '../../../platform/database/connect.ts';
import type { SiteSettings } from '../../account/site/settings.ts';
import { anchor, block, friendship, profile } from '../../people/tables.ts';
import { offeredFor } from '../allowances.ts';
import { ringingAway } from '../away.ts';
import { type Call, rowOfCall, type Side } from '../call.ts';
import type { Answered } from '../call-context.ts';
import { type Person, type ProfileTexts, shownPerson } from '../people.ts';
import { call as callTable } from '../tables.ts';
import { setupDue } from './advance.ts';

/**
 * Parameters of `beginCall`: the kind of call, the two uids, the caller's device, the callee's if it agreed in advance, the terms that
 * the caller was shown, and the time.
 */
export type Wanted = {
  readonly kind: 'paid' | 'silver' | 'match' | 'callback';
  readonly caller: number;
  readonly callee: number;
  readonly callerJid: string;
  /** Set when the callee agreed in advance: the call starts as answered. */
  readonly calleeJid?: string;
  /** Gems per started minute, if agreed in advance; otherwise read from the anchor. */
  readonly price?: number;
  /** The terms that the caller was shown; absent for a match, which is free until its caller converts it to a paid call. */
  readonly shown?: CallTerms;
  readonly site: SiteSettings;
  readonly now: number;
};
/** The result of `beginCall`: the created call, and its caller as the Ring event shows them to the callee. */
export type StartedCall = { readonly call: Call; readonly caller: Person };

/** The result row. `live`: sids of the calls whose rows say that either party is in them. */
type Ties = ProfileTexts & {
  readonly refusal: HubRefusal | null;
  readonly price: number;
  readonly live: readonly string[];
  readonly begun: (Readonly<{ refusal: HubRefusal }> & Partial<CallTerms>) | Terms | null;
};
type Terms = {
  readonly refusal?: undefined;
  readonly kind: CallKind;
  readonly freeSeconds: number;
  readonly paid: boolean;
  readonly silver: number;
};

/**
 * Creates a call in one statement, or returns why it is refused. Users call anchors at the anchor's price, friend or not; otherwise
 * friends call friends for USER_CALL_PRICE, whatever their roles. A caller who was blocked gets `offline`.
 * `begin_call` (a database function) reserves an allowance, places a wallet hold for its silver, or checks that the caller has and may
 * spend the gems of the first minute; it refuses when either party is in a call. A call is created only at the
 * price that the caller was shown, with at least the shown free seconds and at most the shown silver; otherwise the refusal has the
 * current terms. A silver call costs no gems per minute.
 * Both accounts are locked against deletion, so of a concurrent call and deletion one is refused. A call that rings is also pushed.
 *
 * `unlessLive`: when either party has a live call, nothing is created and the sids of those calls are returned, because their
 * deadlines may have passed.
 */
export async function beginCall(
  db: Queries,
  wanted: Wanted,
  unlessLive: boolean,
): Promise<Answered<StartedCall> | { readonly live: readonly string[] }> {
  const { kind, caller, callee, site, now } = wanted;
  if (caller === callee) return fail('self');
  const call = newCall(wanted);
  const row = JSON.stringify(namedColumns(call));
  const allowances = JSON.stringify(offeredFor(kind, site, now));
  const rung = sql`select ${callee}::bigint from begun where begun ->> 'kind' is not null and ${call.state === 'ringing'}::boolean`;
  const isSilver = sql`${kind === 'silver'}::boolean`;
  const { price: agreed, shown } = wanted;
  const { rows } = await db.execute<Ties>(sql`
    with people as materialized (
      select one.nick_name, one.birth_date is not null as is_adult, card.avatar_url, card.country, card.lang, host.is_silver,
        host.price is not null and one.role <> ${ROLE_ANCHOR}::int as pays, host.price,
        exists (select from ${friendship} where uid = one.uid and target_uid = ${callee}) as is_friend,
        is_here(${callee}) as is_here,
        array(select owner_uid from ${block} where (owner_uid, blocked_uid) in ((one.uid, ${callee}), (${callee}, one.uid)))
          as blockers,
        array(select sid from ${callTable} where state <> 'ended'
          and (caller in (one.uid, ${callee}) or callee in (one.uid, ${callee}))) as live
      from ${account} one
        left join ${profile} card on card.uid = one.uid
        left join ${anchor} host on host.uid = ${callee}
      where one.uid = ${caller}
    ), held as materialized (
      select uid from ${account} where uid in (${caller}, ${callee}) and closed_at is null order by uid for key share
    ), priced as materialized (
      select people.*, coalesce(${agreed ?? null}::int, case when pays then price else ${USER_CALL_PRICE}::int end) as gems from people
    ), ties as materialized (
      select priced.*, case
        when not is_adult then 'age'
        when not pays and not is_friend then 'not-anchor'
        when ${caller}::bigint = any (blockers) then 'blocked'
        when cardinality(blockers) > 0 or not is_here or (select count(*) from held) < 2 then 'offline'
        when ${isSilver} and not (pays and is_silver and ${site.enableSilverClub}::boolean) then 'no-allowance'
        when ${kind === 'silver' ? null : (shown?.price ?? null)}::int <> gems then 'price-changed'
      end as refusal from priced
    ), begun as materialized (
      select ties.*, case when refusal is null and not (${unlessLive}::boolean and cardinality(live) > 0) then begin_call(
        jsonb_populate_record(null::${callTable}, ${row}::jsonb || jsonb_build_object('price', gems)), ${allowances}::jsonb,
        ${JSON.stringify(shown ?? {})}::jsonb)
      end as begun from ties
    ), ${ringingAway(call, rung)}
    select nick_name as "nickName", avatar_url as "avatarUrl", country, lang, refusal, gems as price, live, begun
    from begun, (select count(*) from announced_away) as told`);
  const [ties] = rows;
  if (ties === undefined) return fail('not-anchor');
  const { refusal, live, begun, price } = ties;
  if (refusal === 'price-changed') return fail({ reason: refusal, price });
  if (refusal !== null) return fail(refusal);
  if (begun === null) return { live };
  if (begun.refusal !== undefined) {
    const { refusal: reason, ...terms } = begun;
    return fail(reason === 'price-changed' ? { reason, price, ...terms } : reason);
  }
  return ok({ call: { ...call, price, ...begun }, caller: shownPerson(caller, ties) });
}

/** The row of a call, keyed by column name. */
function namedColumns(call: Call): Record<string, unknown> {
  const row = rowOfCall(call);
  return Object.fromEntries(
    Object.entries(getTableColumns(callTable)).map(([key, { name }]) => [name, row[key as keyof typeof row]]),
  );
}

/** A call before `begin_call` sets its price and terms; only the free seconds of a match are already known. */
function newCall({ kind, caller, callee, callerJid, calleeJid = '', now }: Wanted): Call {
  const side = (uid: number, jid: string): Side => ({ uid, jid, seen: false, beat: 0, loss: 0, away: false });
  const times = { startTime: now, answerTime: calleeJid === '' ? 0 : now };
  return {
    sid: nanoid(),
    kind,
    price: 0,
    sharePercent: ANCHOR_SHARE_PERCENT,
    paid: false,
    silver: 0,
    freeSeconds: kind === 'match' ? MATCH_FREE_SECONDS : 0,
    state: calleeJid === '' ? 'ringing' : 'answered',
    caller: side(caller, callerJid),
    callee: side(callee, calleeJid),
    ...times,
    connectingTime: 0,
    endTime: 0,
    settledAt: 0,
    dueAt: setupDue(times),
    generation: 0,
    following: '',
    stretches: [],
    doubts: [],
    callerProof: 0,
    minutes: 0,
    posted: 0,
    seconds: 0,
    recent: false,
    waitUntil: 0,
    waits: 0,
    reason: 'unknown reason',
    rejectType: '',
  };
}
