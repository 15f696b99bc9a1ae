import type { Element } from '@xmpp/xml';
import { OFFICIAL_UID } from '../../../../contract/account/rules.ts';
import { ARCHIVE_NS, RSM_NS } from '../../../../contract/chat/archive.ts';
import { ARCHIVE_PAGE_SIZE } from '../../../../contract/chat/rules.ts';
import { bareJid, jidOfService, uidOfDomainJid } from '../../../../contract/jid.ts';
import type { Range } from './page.ts';

const FORM_NS = 'jabber:x:data';
const MAX_CHARS = 128;

/**
 * A parsed archive query of a client (XEP-0313 with XEP-0059). `isPeerUnknown`: its `with` address has no account here, so the result is
 * empty.
 */
export type ArchiveQuery = { readonly queryId: string; readonly range: Range; readonly isPeerUnknown: boolean };

/**
 * Parses a client's archive query, before its archive is read; undefined when any part of it is not understood, because the answer could
 * be wrong.
 */
export function readQuery(query: Element, domain: string): ArchiveQuery | undefined {
  const queryId = query.attrs['queryid'] ?? '';
  const fields = readForm(query.getChild('x', FORM_NS));
  const set = query.getChild('set', RSM_NS);
  const { with: jid, start, end, ...others } = fields ?? {};
  const max = set?.getChildText('max') ?? undefined;
  const [after, before] = [placeOf(set, 'after'), placeOf(set, 'before')];
  const times = { start: timeOf(start), end: timeOf(end) };
  const isBad =
    !fields ||
    queryId.length > MAX_CHARS ||
    Object.keys(others).length > 0 ||
    (max !== undefined && !/^\d{1,9}$/.test(max)) ||
    (after ?? '').length > MAX_CHARS ||
    (before ?? '').length > MAX_CHARS ||
    after === '' ||
    set?.getChild('index') !== undefined ||
    Number.isNaN(times.start) ||
    Number.isNaN(times.end);
  if (isBad) return undefined;
  const peer = jid === undefined ? undefined : accountOf(jid, domain);
  return {
    queryId,
    isPeerUnknown: jid !== undefined && peer === undefined,
    range: {
      max: max === undefined ? ARCHIVE_PAGE_SIZE : Number(max),
      ...(peer === undefined ? {} : { peer }),
      ...(after === undefined ? {} : { after }),
      ...(before === undefined ? {} : { before }),
      ...(times.start === undefined ? {} : { start: times.start }),
      ...(times.end === undefined ? {} : { end: times.end }),
    },
  };
}

const placeOf = (set: Element | undefined, name: string): string | undefined => set?.getChild(name)?.text();

/** Parses a date; NaN when invalid, undefined when missing. */
const timeOf = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

const accountOf = (jid: string, domain: string) =>
  bareJid(jid) === jidOfService('official', domain) ? OFFICIAL_UID : uidOfDomainJid(jid, domain);

function readForm(form: Element | undefined): Record<string, string> | undefined {
  const fields: Record<string, string> = {};
  for (const field of form?.getChildren('field') ?? []) {
    const name = field.attrs['var'];
    const value = field.getChildText('value');
    if (!name || value === null || Object.hasOwn(fields, name)) return undefined;
    fields[name] = value;
  }
  const { FORM_TYPE, ...rest } = fields;
  return form && FORM_TYPE !== ARCHIVE_NS ? undefined : rest;
}
