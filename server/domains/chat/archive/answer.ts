import xml, { type Element } from '@xmpp/xml';
import { ARCHIVE_NS, RSM_NS } from '../../../../contract/chat/archive.ts';
import { bareJid, uidOfDomainJid } from '../../../../contract/jid.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Logger } from '../../../platform/log/logger.ts';
import { type ArchiveItem, readEnds, readPage, type StoredMessagePage } from './page.ts';
import { type ArchiveQuery, readQuery } from './query.ts';

const STANZAS_NS = 'urn:ietf:params:xml:ns:xmpp-stanzas';

/** Read access to the archives, for `answerArchives`. */
export type ArchiveSource = {
  readonly db: Pick<Database, 'select' | 'execute'>;
  /** Resolves when messages of the account in an older store (Prosody's) are in the archive; awaited before it is read. */
  ready(owner: number): Promise<void>;
};

/**
 * Creates the handler of archive queries (XEP-0313) at the gate, to which the edge routes a client's query of its own archive. The answer
 * comes from the account's own address, the only one that clients accept here. The sender address, which the XMPP server stamps, decides
 * whose archive is read; the content of the query does not.
 */
export function answerArchives(options: {
  readonly source: ArchiveSource;
  readonly domain: string;
  readonly log: Logger;
  /** Returns whether a further query of the account is within its rate, which all processes share. */
  withinRate?(owner: number): Promise<boolean>;
  /** Sends serialized stanzas unchanged; the results of a page are one text. */
  write(text: string): void;
}) {
  const { source, domain, log } = options;

  async function answer(owner: number, from: string, id: string, payload: Element): Promise<void> {
    const own = bareJid(from);
    const reply = (type: 'result' | 'error', child: Element) =>
      xml('iq', { type, id, from: own, to: from }, child).toString();
    const refuse = (type: string, condition: string) =>
      options.write(reply('error', xml('error', { type }, xml(condition, { xmlns: STANZAS_NS }))));
    try {
      const query = payload.is('query') ? readQuery(payload, domain) : undefined;
      if (!query && payload.is('query')) return refuse('modify', 'bad-request');
      if (!(await (options.withinRate?.(owner) ?? true))) return refuse('wait', 'resource-constraint');
      await source.ready(owner);
      if (!query) return options.write(reply('result', writeEnds(await readEnds(source.db, owner))));
      const page = query.isPeerUnknown ? { items: [], complete: true } : await readPage(source.db, owner, query.range);
      if (!page) return refuse('cancel', 'item-not-found');
      const results = page.items.map((item) => writeResult(item, query, own, from));
      options.write([...results, reply('result', writeEnd(page))].join(''));
    } catch (error) {
      log.warn({ err: error }, 'failed to read an archive');
      refuse('wait', 'internal-server-error');
    }
  }

  return {
    /** Handles a stanza that is an archive query and returns true; returns false for any other stanza. */
    take(stanza: Element): boolean {
      const { type, from = '', id = '' } = stanza.attrs;
      if (!stanza.is('iq') || (type !== 'get' && type !== 'set')) return false;
      const payload = stanza.getChild('query', ARCHIVE_NS) ?? stanza.getChild('metadata', ARCHIVE_NS);
      const owner = uidOfDomainJid(from, domain);
      if (!payload || owner === undefined || bareJid(from) === from) return false;
      if (type === 'get' && payload.is('query')) {
        options.write(xml('iq', { type: 'result', id, from: bareJid(from), to: from }, writeForm()).toString());
      } else void answer(owner, from, id, payload);
      return true;
    },
  };
}

const RESULT_END = '</forwarded></result></message>';

/**
 * Writes one result. The archived stanza is inserted as text, because this server has written it, well-formed and with its own
 * namespace.
 */
function writeResult({ id, at, stanza }: ArchiveItem, { queryId }: ArchiveQuery, own: string, to: string): string {
  const delay = xml('delay', { xmlns: 'urn:xmpp:delay', stamp: at.toISOString() });
  const forwarded = xml('forwarded', { xmlns: 'urn:xmpp:forward:0' }, delay);
  const result = xml('result', { xmlns: ARCHIVE_NS, queryid: queryId || undefined, id }, forwarded);
  const around = xml('message', { from: own, to }, result).toString();
  return `${around.slice(0, -RESULT_END.length)}${stanza}${RESULT_END}`;
}

function writeEnd({ items, complete }: StoredMessagePage): Element {
  const set = xml(
    'set',
    { xmlns: RSM_NS },
    items[0] && xml('first', {}, items[0].id),
    items[0] && xml('last', {}, items.at(-1)?.id ?? ''),
  );
  return xml('fin', { xmlns: ARCHIVE_NS, complete: complete ? 'true' : undefined }, set);
}

function writeEnds([first, last]: readonly [ArchiveItem | undefined, ArchiveItem | undefined]): Element {
  const end = (name: string, item: ArchiveItem | undefined) =>
    item && xml(name, { id: item.id, timestamp: item.at.toISOString() });
  return xml('metadata', { xmlns: ARCHIVE_NS }, end('start', first), end('end', last));
}

/** Writes the form with the fields that a query may contain (XEP-0313, section 4.1). */
function writeForm(): Element {
  const field = (name: string, type: string, value?: string) =>
    xml('field', { var: name, type }, value === undefined ? undefined : xml('value', {}, value));
  return xml(
    'query',
    { xmlns: ARCHIVE_NS },
    xml(
      'x',
      { xmlns: 'jabber:x:data', type: 'form' },
      field('FORM_TYPE', 'hidden', ARCHIVE_NS),
      field('with', 'jid-single'),
      field('start', 'text-single'),
      field('end', 'text-single'),
    ),
  );
}
