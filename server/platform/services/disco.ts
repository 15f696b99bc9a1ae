import xml, { type Element } from '@xmpp/xml';
import { ARCHIVE_NS } from '../../../contract/chat/archive.ts';
import { bareJid } from '../../../contract/jid.ts';
import { VCARD_NS } from '../../../contract/people/vcard.ts';
import type { ServicePart } from './service.ts';

const INFO_NS = 'http://jabber.org/protocol/disco#info';
const ITEMS_NS = 'http://jabber.org/protocol/disco#items';
const STANZAS_NS = 'urn:ietf:params:xml:ns:xmpp-stanzas';

/** Identity and features of the server and of an account in service discovery (XEP-0030): only those that the edge lets a client use. */
const INFO = {
  server: {
    identity: { category: 'server', type: 'im' },
    features: [INFO_NS, ITEMS_NS, 'urn:xmpp:ping', 'urn:xmpp:carbons:2', 'urn:xmpp:blocking', VCARD_NS],
  },
  own: {
    identity: { category: 'account', type: 'registered' },
    features: [INFO_NS, ITEMS_NS, ARCHIVE_NS, 'urn:xmpp:sid:0', VCARD_NS],
  },
} as const;

/** Dependencies of `answerDisco`. `write` sends a stanza in the name of an account or of the server. */
export type DiscoOptions = { readonly domain: string; write(text: string): void };

/**
 * Creates the gate's handler of service discovery for the server and the own account. The resource of the gate's address names which; the
 * services of the product are no items, because only its own client speaks their protocols.
 */
export function answerDisco({ domain, write }: DiscoOptions): ServicePart {
  function answerTo(payload: Element, about: keyof typeof INFO): Element | undefined {
    const ns = payload.getNS();
    // There are no nodes, such as those of ad-hoc commands.
    if (payload.attrs['node'] !== undefined) return undefined;
    if (ns === ITEMS_NS) return xml('query', { xmlns: ITEMS_NS });
    const { identity, features } = INFO[about];
    return xml(
      'query',
      { xmlns: INFO_NS },
      xml('identity', identity),
      ...features.map((feature) => xml('feature', { var: feature })),
    );
  }

  return {
    take(stanza) {
      const { type, from = '', to = '', id } = stanza.attrs;
      const query = stanza.getChild('query', INFO_NS) ?? stanza.getChild('query', ITEMS_NS);
      const about = to.split('/')[1];
      if (!stanza.is('iq') || type !== 'get' || !query || (about !== 'server' && about !== 'own')) return false;
      const sender = about === 'server' ? domain : bareJid(from);
      const answer = answerTo(query, about);
      const error = () => xml('error', { type: 'cancel' }, xml('item-not-found', { xmlns: STANZAS_NS }));
      write(xml('iq', { type: answer ? 'result' : 'error', id, from: sender, to: from }, answer ?? error()).toString());
      return true;
    },
  };
}
