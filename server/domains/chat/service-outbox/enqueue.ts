import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { OFFICIAL_UID } from '../../../../contract/account/rules.ts';
import { REQUEST_ID_LENGTH } from '../../../../contract/api/rules.ts';
import { fitsKey } from '../../../../contract/chat/official.ts';
import { isNews, kindOf, type Payload } from '../../../../contract/chat/payload.ts';
import { tidOfUid } from '../../../../contract/ids.ts';
import { serverClock } from '../../../platform/clock.ts';
import { account } from '../../../platform/database/account.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { onlineStream } from '../../../platform/realtime/tables.ts';
import { type AwayEvent, enqueuePushes, enqueuePushToAll } from '../../push/queue/enqueue.ts';
import { type Speaker, serviceOutbox } from './tables.ts';

/**
 * PostgreSQL notification channel: at commit of new service messages, the process that delivers them reads the outbox. The payload is the
 * service's name.
 */
export const SERVICE_OUTBOX_CHANNEL = 'service_says';

/** A message that a service sends to one account (`to`). `peer`: uid of the conversation that it belongs to. */
export type ServiceMessage = {
  readonly to: number;
  readonly peer: number;
  readonly stanzaId: string;
  readonly payload: Payload;
};

/** Queues messages of the gift or official service, with their push notifications; they are sent once this transaction is committed. */
export async function enqueueServiceMessages(
  tx: Transaction,
  service: Speaker,
  messages: readonly ServiceMessage[],
): Promise<void> {
  await tx
    .insert(serviceOutbox)
    .values(messages.map(({ to, peer, stanzaId, payload }) => ({ service, toUid: to, peer, stanzaId, payload })));
  await enqueuePushes(
    tx,
    messages.flatMap((said) => newsOf(said, serverClock.now()) ?? []),
  );
  await announce(tx, service);
}

/**
 * Returns the push notification for a message: those that count as unread get one, except transient ones, the recipient's own gift, and
 * friend requests, which the code that creates them announces.
 */
function newsOf({ to, peer, stanzaId, payload }: ServiceMessage, at: number): AwayEvent | undefined {
  const isOwn = payload.kind === 'gift' && payload.from === to;
  if (!isNews(payload) || kindOf(payload).transient || isOwn || payload.kind === 'friends_request') return undefined;
  const kind = payload.kind === 'gift' ? 'gift' : peer === OFFICIAL_UID ? 'official' : 'message';
  return { uid: to, kind, id: stanzaId, at, about: { tid: tidOfUid(peer) } };
}

const announce = (tx: Transaction, service: Speaker) =>
  tx.execute(sql`select pg_notify(${SERVICE_OUTBOX_CHANNEL}, ${service})`);

/** Payloads that `enqueueOfficialPayload` accepts: those that only the official service sends, and plain text. */
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

type OfficialMessageOptions = {
  readonly stanzaId?: string;
  /** True when the recipient caused the message, so that no push notification is sent. */
  readonly isTheirs?: boolean;
};

/**
 * Queues a message of the official service to one account or to all; it is sent once this transaction is committed. Returns the number of
 * recipients. With a given `stanzaId` it is not queued again while it is pending, and archived once. Transient payloads go only to
 * accounts that are online.
 */
export async function enqueueOfficialPayload(
  tx: Transaction,
  to: number | 'all',
  payload: OfficialPayload,
  { stanzaId = nanoid(REQUEST_ID_LENGTH), isTheirs = false }: OfficialMessageOptions = {},
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
    const news = newsOf({ to: to === 'all' ? OFFICIAL_UID : to, peer, stanzaId, payload }, serverClock.now());
    if (news && to === 'all') await enqueuePushToAll(tx, news);
    else if (news && (rowCount ?? 0) > 0) await enqueuePushes(tx, [news]);
  }
  await announce(tx, 'official');
  return rowCount ?? 0;
}

/** Queues a plain text of the official service, which an operator wrote, to one account or all. Returns the number of recipients. */
export const enqueueOfficialMessage = (tx: Transaction, to: number | 'all', body: string): Promise<number> =>
  enqueueOfficialPayload(tx, to, { kind: 'text', body });
