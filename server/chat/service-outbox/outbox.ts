import type { Element } from '@xmpp/xml';
import { eq, inArray } from 'drizzle-orm';
import { writeMessage } from '../../../contract/chat/message.ts';
import { jidOfService, jidOfUid } from '../../../contract/jid.ts';
import type { Database } from '../../database/connect.ts';
import type { OutboxSource } from '../../services/delivery.ts';
import { writeArchive } from '../archive/write.ts';
import { type Speaker, serviceOutbox } from './tables.ts';

const AT_ONCE = 200;

type Row = typeof serviceOutbox.$inferSelect;

/**
 * Reads the waiting messages of a service, oldest first. Each is archived for its recipient before it is sent, so that an
 * absent one finds it later; a repeated attempt finds it there under the same id.
 */
export const serviceOutboxOf = (db: Database, domain: string, service: Speaker): OutboxSource => ({
  async next() {
    const rows = await db
      .select()
      .from(serviceOutbox)
      .where(eq(serviceOutbox.service, service))
      .orderBy(serviceOutbox.id)
      .limit(AT_ONCE);
    if (rows.length === 0) return [];
    const written = await writeArchive(
      db,
      rows.map((row) => copyOf(row, domain)),
    );
    return rows.map((row, index) => {
      const archiveId = written[index]?.id ?? '';
      return { id: row.id, owner: jidOfUid(row.toUid, domain), archiveId, stanza: stanzaOf(row, domain) };
    });
  },
  async said(ids) {
    await db.delete(serviceOutbox).where(inArray(serviceOutbox.id, [...ids]));
  },
});

const copyOf = (row: Row, domain: string) => {
  const stanza = stanzaOf(row, domain);
  stanza.attrs['xmlns'] = 'jabber:client';
  const { toUid: owner, peer, stanzaId: mid, at } = row;
  return { owner, peer, out: false, mid, at: at.getTime(), stanza: stanza.toString() };
};

/** Nobody else can have this sender: the XMPP server sees to it. */
const stanzaOf = ({ service, toUid, stanzaId, payload, at }: Row, domain: string): Element =>
  writeMessage({
    id: stanzaId,
    from: jidOfService(service, domain),
    to: jidOfUid(toUid, domain),
    thread: '',
    ...{ os: '', pkgName: '', nick: '', textAction: '' as const },
    payload,
    at: at.getTime(),
  });
