import type { Element } from '@xmpp/xml';
import { eq, inArray } from 'drizzle-orm';
import { OFFICIAL_UID } from '../../../contract/account/rules.ts';
import { writeHeadline, writeMessage } from '../../../contract/chat/message.ts';
import { kindOf } from '../../../contract/chat/payload.ts';
import { jidOfService, jidOfUid } from '../../../contract/jid.ts';
import { account } from '../../platform/database/account.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { OutboxSource } from '../../platform/services/delivery.ts';
import { writeArchive } from './archive/write.ts';
import { type Speaker, serviceOutbox } from './service-outbox/tables.ts';

const AT_ONCE = 200;

/** A pending message (`said`). `nick`: name of the account `peer`, for the title of a new conversation; null if that does not exist. */
type Row = { readonly said: typeof serviceOutbox.$inferSelect; readonly nick: string | null };

/**
 * Creates the source of pending messages of a service, oldest first, for its delivery. Each is archived for its recipient before it is
 * sent, so that an offline recipient finds it later; a retry finds it there under the same id. Headlines are sent without being archived.
 */
export const serviceOutboxOf = (db: Database, domain: string, service: Speaker): OutboxSource => ({
  async next() {
    const rows: readonly Row[] = await db
      .select({ said: serviceOutbox, nick: account.nickName })
      .from(serviceOutbox)
      .leftJoin(account, eq(account.uid, serviceOutbox.peer))
      .where(eq(serviceOutbox.service, service))
      .orderBy(serviceOutbox.id)
      .limit(AT_ONCE);
    const archived = rows.filter((row) => !isHeadline(row));
    const copies = archived.map((row) => copyOf(row, domain));
    const written = copies.length > 0 ? await writeArchive(db, copies) : [];
    const archiveIds = new Map(archived.map((row, index) => [row, written[index]?.id ?? '']));
    return rows.map((row) => ({
      id: row.said.id,
      owner: jidOfUid(row.said.toUid, domain),
      archiveId: archiveIds.get(row),
      stanza: stanzaOf(row, domain),
    }));
  },
  async said(ids) {
    await db.delete(serviceOutbox).where(inArray(serviceOutbox.id, [...ids]));
  },
});

const isHeadline = ({ said }: Row) => kindOf(said.payload).transient === true;

const copyOf = (row: Row, domain: string) => {
  const stanza = stanzaOf(row, domain);
  stanza.attrs['xmlns'] = 'jabber:client';
  const { toUid: owner, peer, stanzaId: mid, at } = row.said;
  return { owner, peer, out: false, mid, at: at.getTime(), stanza: stanza.toString() };
};

/** Writes the stanza in the name of the service. The XMPP server prevents clients from using this sender address. */
const stanzaOf = (row: Row, domain: string): Element => {
  const { service, toUid, peer, stanzaId, payload, at } = row.said;
  const write = isHeadline(row) ? writeHeadline : writeMessage;
  return write({
    id: stanzaId,
    from: jidOfService(service, domain),
    to: jidOfUid(toUid, domain),
    thread: '',
    os: '',
    pkgName: '',
    textAction: '' as const,
    nick: peer === OFFICIAL_UID ? '' : (row.nick ?? ''),
    payload,
    ...(payload.kind === 'story_line_call' && {
      identify: `story.${payload.story
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '')
        .slice(0, 32)}`,
      step: payload.step,
    }),
    at: at.getTime(),
  });
};
