import xml, { type Element } from '@xmpp/xml';
import { bareJid, uidOfDomainJid } from '../../../../contract/jid.ts';
import { readTypedVCard, VCARD_NS, writeVCard } from '../../../../contract/people/vcard.ts';

/**
 * Rewrites a client's vCard request before it is forwarded: a `get` has no content; a `set` contains only our fields, as text within
 * their limits. Undefined when malformed.
 */
export function rewriteVCard(type: 'get' | 'set', payload: Element): Element | undefined {
  if (type === 'get') return xml('vCard', { xmlns: VCARD_NS });
  const card = readTypedVCard(payload);
  return card && writeVCard(card);
}

/**
 * Rewrites a client's blocking request (XEP-0191) before it is forwarded; undefined unless all addresses are users. A blocked gate could
 * not send refusals.
 */
export function rewriteBlocking(payload: Element, domain: string): Element | undefined {
  const jids = payload.getChildElements().map(({ attrs }) => attrs['jid'] ?? '');
  if (!jids.every((jid) => uidOfDomainJid(jid, domain) !== undefined && jid === bareJid(jid))) return undefined;
  return xml(payload.name, { xmlns: 'urn:xmpp:blocking' }, ...jids.map((jid) => xml('item', { jid })));
}
