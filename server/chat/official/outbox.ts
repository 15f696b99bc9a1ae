import type { Element } from '@xmpp/xml';
import { inArray } from 'drizzle-orm';
import { OFFICIAL_UID } from '../../../contract/account/rules.ts';
import { writeMessage } from '../../../contract/chat/message.ts';
import { jidOfService, jidOfUid } from '../../../contract/jid.ts';
import type { Database } from '../../database/connect.ts';
import type { OfficialSource } from '../../services/official.ts';
import { writeArchive } from '../archive/write.ts';
import { officialOutbox } from './tables.ts';

const AT_ONCE = 200;

type Row = typeof officialOutbox.$inferSelect;

/**
 * Reads the waiting messages, oldest first. Each is archived for its recipient before it is sent, so that an absent one
 * finds it later; a repeated attempt finds it there under the same id.
 */
export const officialOutboxOf = (db: Database, domain: string): OfficialSource => ({
  async next() {
    const rows = await db.select().from(officialOutbox).orderBy(officialOutbox.id).limit(AT_ONCE);
    if (rows.length === 0) return [];
    const written = await writeArchive(
      db,
      rows.map((row) => copyOf(row, domain)),
    );
    return rows.map((row, index) => {
      const archiveId = written[index]?.id ?? '';
      return { id: row.id, owner: jidOfUid(row.uid, domain), archiveId, stanza: stanzaOf(row, domain) };
    });
  },
  async said(ids) {
    await db.delete(officialOutbox).where(inArray(officialOutbox.id, [...ids]));
  },
});

const copyOf = (row: Row, domain: string) => {
  const stanza = stanzaOf(row, domain);
  stanza.attrs['xmlns'] = 'jabber:client';
  const { uid: owner, mid, at } = row;
  return { owner, peer: OFFICIAL_UID, out: false, mid, at: at.getTime(), stanza: stanza.toString() };
};

/** A text (product 3.4, type 0), which every build can show. Nobody else can have this sender: the XMPP server sees to it. */
const stanzaOf = ({ uid, mid, body, at }: Row, domain: string): Element =>
  writeMessage({
    id: mid,
    from: jidOfService('official', domain),
    to: jidOfUid(uid, domain),
    thread: '',
    ...{ os: '', pkgName: '', nick: '', textAction: '' as const },
    payload: { kind: 'text', body },
    at: at.getTime(),
  });
