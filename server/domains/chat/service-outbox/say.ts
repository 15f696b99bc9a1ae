import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { OFFICIAL_UID } from '../../../../contract/account/rules.ts';
import { REQUEST_ID_LENGTH } from '../../../../contract/api/rules.ts';
import { fitsKey } from '../../../../contract/chat/official.ts';
import { kindOf, type Payload } from '../../../../contract/chat/payload.ts';
import { tidOfUid } from '../../../../contract/ids.ts';
import { account } from '../../../platform/database/account.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { onlineStream } from '../../../platform/realtime/tables.ts';
import { type AwayEvent, tellAway, tellEverybodyAway } from '../../push/telling/tell.ts';
import { type Speaker, serviceOutbox } from './tables.ts';

/** PostgreSQL channel: a service has something to say; the payload is its name. */
export const SERVICE_SAYS = 'service_says';

/** A message of a service to one person. `peer`: in whose conversation it is kept. */
export type Said = { readonly to: number; readonly peer: number; readonly stanzaId: string; readonly payload: Payload };

/** Has a service say these messages, once this transaction is committed. */
export async function sayAs(tx: Transaction, service: Speaker, messages: readonly Said[]): Promise<void> {
  await tx
    .insert(serviceOutbox)
    .values(messages.map(({ to, peer, stanzaId, payload }) => ({ service, toUid: to, peer, stanzaId, payload })));
  await tellAway(
    tx,
    messages.flatMap((said) => newsOf(said, Date.now()) ?? []),
  );
  await announce(tx, service);
}

/** What a closed app hears of it: what counts as unread, but for one's own gift. Requests are told by who takes them. */
function newsOf({ to, peer, stanzaId, payload }: Said, at: number): AwayEvent | undefined {
  const { isNews, transient } = kindOf(payload);
  const isOwn = payload.kind === 'gift' && payload.from === to;
  if (!isNews || transient || isOwn || payload.kind === 'friends_request') return undefined;
  const kind = payload.kind === 'gift' ? 'gift' : peer === OFFICIAL_UID ? 'official' : 'message';
  return { uid: to, kind, id: stanzaId, at, about: { tid: tidOfUid(peer) } };
}

const announce = (tx: Transaction, service: Speaker) => tx.execute(sql`select pg_notify(${SERVICE_SAYS}, ${service})`);

/** What the official service alone may say, and words. */
export type OfficialPayload = Extract<
  Payload,
  {
    readonly kind:
      | 'text'
      | 'system'
      | 'friends_request'
      | 'manager_text'
      | 'official_message'
      | 'violate_rule'
      | 'maintenance'
      | 'story_line_call'
      | 'attribution_refresh'
      | 'add_friend_msg';
  }
>;

type SayOptions = {
  readonly stanzaId?: string;
  /** The recipient has caused it, so it is no news to them. */
  readonly isTheirs?: boolean;
};

/**
 * Has the official service say something to one account or to everybody, once this transaction is committed. Answers to how
 * many. Under a stanza id of one's own it is said once, however often it is asked. What is told without being kept goes to
 * those who are online.
 */
export async function say(
  tx: Transaction,
  to: number | 'all',
  payload: OfficialPayload,
  { stanzaId = nanoid(REQUEST_ID_LENGTH), isTheirs = false }: SayOptions = {},
): Promise<number> {
  if ('key' in payload && !fitsKey(payload.key, payload.args)) {
    throw new TypeError(`Nothing can be said by ${payload.key} with these arguments`);
  }
  const { transient, about } = kindOf(payload);
  const peer = to === 'all' ? OFFICIAL_UID : (about?.(payload, to) ?? OFFICIAL_UID);
  const addressed = to === 'all' ? undefined : eq(account.uid, to);
  const online = transient ? sql`exists (select from ${onlineStream} where uid = ${account.uid})` : undefined;
  const { rowCount } = await tx.execute(sql`
    insert into ${serviceOutbox} (service, to_uid, peer, stanza_id, payload)
    select 'official', ${account.uid}, ${peer}, ${stanzaId}, ${JSON.stringify(payload)}::jsonb
    from ${account} where ${and(ne(account.uid, OFFICIAL_UID), isNull(account.purgedAt), addressed, online)}
    order by ${account.uid} on conflict do nothing`);
  if (!isTheirs) {
    const news = newsOf({ to: to === 'all' ? OFFICIAL_UID : to, peer, stanzaId, payload }, Date.now());
    if (news && to === 'all') await tellEverybodyAway(tx, news);
    else if (news && (rowCount ?? 0) > 0) await tellAway(tx, [news]);
  }
  await announce(tx, 'official');
  return rowCount ?? 0;
}

/** Has the official service say some words. */
export const sayOfficially = (tx: Transaction, to: number | 'all', body: string): Promise<number> =>
  say(tx, to, { kind: 'text', body });
