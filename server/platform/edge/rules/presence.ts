import xml, { type Element } from '@xmpp/xml';
import { type Decision, forward, refuse, type Sender } from './decision.ts';

const CAPS_NS = 'http://jabber.org/protocol/caps';

/**
 * Decides on a client's presence: available and unavailable are rewritten without an address. The roster is read only, so subscriptions
 * and directed presence are refused.
 */
export function decidePresence(stanza: Element, sender: Sender): Decision {
  const { id, to, type } = stanza.attrs;
  if (!sender.withinRate('other')) return refuse('rate');
  if (to !== undefined || (type !== undefined && type !== 'unavailable')) return refuse('not-allowed');
  const caps = stanza.getChild('c', CAPS_NS)?.attrs;
  return forward(
    xml(
      'presence',
      { id, type },
      caps && xml('c', { xmlns: CAPS_NS, hash: caps['hash'], node: caps['node'], ver: caps['ver'] }),
    ),
  );
}
