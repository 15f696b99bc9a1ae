import { and, eq, ne, sql } from 'drizzle-orm';
import { nanoid } from 'nanoid';
import { OFFICIAL_UID } from '../../../contract/account/rules.ts';
import { REQUEST_ID_LENGTH } from '../../../contract/api/rules.ts';
import type { Payload } from '../../../contract/chat/payload.ts';
import { account } from '../../database/account.ts';
import type { Transaction } from '../../database/connect.ts';
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
  await tx.execute(sql`select pg_notify(${SERVICE_SAYS}, ${service})`);
}

/**
 * Has the official service say some words to one account or to everybody, once this transaction is committed. Answers to
 * how many.
 */
export async function sayOfficially(tx: Transaction, to: number | 'all', body: string): Promise<number> {
  const stanzaId = nanoid(REQUEST_ID_LENGTH);
  const addressed = to === 'all' ? undefined : eq(account.uid, to);
  const payload: Payload = { kind: 'text', body };
  const { rowCount } = await tx.execute(sql`
    insert into ${serviceOutbox} (service, to_uid, peer, stanza_id, payload)
    select 'official', ${account.uid}, ${OFFICIAL_UID}, ${stanzaId}, ${JSON.stringify(payload)}::jsonb
    from ${account} where ${and(ne(account.uid, OFFICIAL_UID), addressed)}
    order by ${account.uid}`);
  await tx.execute(sql`select pg_notify(${SERVICE_SAYS}, 'official')`);
  return rowCount ?? 0;
}
