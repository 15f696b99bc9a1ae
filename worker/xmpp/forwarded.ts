import xml, { type Element } from '@xmpp/xml';
import { ARCHIVE_NS, RSM_NS } from '#contract/chat/archive.ts';
import { CARBONS_NS, FORWARD_NS } from '#contract/chat/message.ts';
import { ARCHIVE_PAGE_SIZE } from '#contract/chat/rules.ts';

/** The content of a carbon or an archive result, not yet trusted. */
export type Forwarded =
  | {
      readonly kind: 'carbon';
      readonly direction: 'sent' | 'received';
      readonly inner: Element;
      readonly stamp: number | undefined;
    }
  | {
      readonly kind: 'archive';
      readonly queryId: string;
      readonly archiveId: string;
      readonly inner: Element;
      readonly stamp: number | undefined;
    };

/**
 * Unwraps a carbon (XEP-0280) or an archive result (XEP-0313); undefined for other stanzas. `readInbound` checks whether it can be
 * trusted.
 */
export function readForwarded(stanza: Element): Forwarded | undefined {
  for (const direction of ['sent', 'received'] as const) {
    const copy = stanza.getChild(direction, CARBONS_NS);
    const content = copy && readContent(copy);
    if (content) return { kind: 'carbon', direction, ...content };
  }
  const result = stanza.getChild('result', ARCHIVE_NS);
  const content = result && readContent(result);
  if (!content) return undefined;
  return { kind: 'archive', queryId: result.attrs['queryid'] ?? '', archiveId: result.attrs['id'] ?? '', ...content };
}

function readContent(wrapper: Element): { inner: Element; stamp: number | undefined } | undefined {
  const forwarded = wrapper.getChild('forwarded', FORWARD_NS);
  const inner = forwarded?.getChild('message');
  if (!inner) return undefined;
  const stamp = Date.parse(forwarded?.getChild('delay', 'urn:xmpp:delay')?.attrs['stamp'] ?? '');
  return { inner, stamp: Number.isNaN(stamp) ? undefined : stamp };
}

/** Returns a query of the account's own archive for one page (XEP-0313, XEP-0059): after an id, or before one. */
export function writeArchiveQuery(queryId: string, page: { after: string } | { before: string }): Element {
  const place = 'after' in page ? xml('after', {}, page.after) : xml('before', {}, page.before);
  return xml(
    'iq',
    { type: 'set' },
    xml(
      'query',
      { xmlns: ARCHIVE_NS, queryid: queryId },
      xml('set', { xmlns: RSM_NS }, xml('max', {}, String(ARCHIVE_PAGE_SIZE)), place),
    ),
  );
}

/** End of an archive page: `complete` when no further page follows; ids of its first and last item. */
export type ArchivePage = { readonly complete: boolean; readonly first: string; readonly last: string };

/** Parses the end of an archive page; undefined for an iq without one. `first` and `last` are empty when the page has no items. */
export function readArchivePage(iq: Element): ArchivePage | undefined {
  const fin = iq.getChild('fin', ARCHIVE_NS);
  if (!fin) return undefined;
  const set = fin.getChild('set', RSM_NS);
  return {
    complete: fin.attrs['complete'] === 'true',
    first: set?.getChildText('first') ?? '',
    last: set?.getChildText('last') ?? '',
  };
}

/** Returns the request that enables carbons on a new stream (XEP-0280). */
export const writeCarbonsEnable = (): Element => xml('iq', { type: 'set' }, xml('enable', { xmlns: CARBONS_NS }));
/** Returns a ping (XEP-0199): to the gate as a barrier behind sent stanzas, to the domain as a check of the connection. */
export const writePing = (to: string): Element =>
  xml('iq', { type: 'get', to }, xml('ping', { xmlns: 'urn:xmpp:ping' }));
