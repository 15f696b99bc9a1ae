import xml, { type Element } from '@xmpp/xml';
import { bareJid, uidOfDomainJid } from '../../../../contract/jid.ts';
import { readTypedVCard, VCARD_NS, writeVCard } from '../../../../contract/people/vcard.ts';

/** Rewrites a vCard request: a get has no content, a set holds our fields within their bounds,
 * as text only. */
export function rewriteVCard(type: 'get' | 'set', payload: Element): Element | undefined {
  if (type === 'get') return xml('vCard', { xmlns: VCARD_NS });
  const card = readTypedVCard(payload);
  return card && writeVCard(card);
}

/** Rewrites an XEP-0191 request, for user addresses only: a blocked gate could send no refusals. */
export function rewriteBlocking(payload: Element, domain: string): Element | undefined {
  const jids = payload.getChildElements().map(({ attrs }) => attrs['jid'] ?? '');
  if (!jids.every((jid) => uidOfDomainJid(jid, domain) !== undefined && jid === bareJid(jid))) return undefined;
  return xml(payload.name, { xmlns: 'urn:xmpp:blocking' }, ...jids.map((jid) => xml('item', { jid })));
}
