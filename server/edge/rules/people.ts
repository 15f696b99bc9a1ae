import xml, { type Element } from '@xmpp/xml';
import { bareJid, uidOfDomainJid } from '../../../contract/jid.ts';
import { readTypedVCard, VCARD_NS, writeVCard } from '../../../contract/people/vcard.ts';

/** A vCard written anew: a get asks for nothing but the card, a set holds the fields of ours within their bounds,
 * and text only. */
export function rewriteVCard(type: 'get' | 'set', payload: Element): Element | undefined {
  if (type === 'get') return xml('vCard', { xmlns: VCARD_NS });
  const card = readTypedVCard(payload);
  return card && writeVCard(card);
}

/** XEP-0191, of people only: who could block the gate would hear of no refusal any more. */
export function rewriteBlocking(payload: Element, domain: string): Element | undefined {
  const jids = payload.getChildElements().map(({ attrs }) => attrs['jid'] ?? '');
  if (!jids.every((jid) => uidOfDomainJid(jid, domain) !== undefined && jid === bareJid(jid))) return undefined;
  return xml(payload.name, { xmlns: 'urn:xmpp:blocking' }, ...jids.map((jid) => xml('item', { jid })));
}
