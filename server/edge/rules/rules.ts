import type { Element } from '@xmpp/xml';
import type { Decision, Facts, Sender } from './decision.ts';
import { decideIq } from './iq.ts';
import { decideMessage } from './message.ts';
import { decidePresence } from './presence.ts';

export function decisionOn(stanza: Element, sender: Sender, facts: Facts): Decision {
  if (stanza.is('message')) return decideMessage(stanza, sender, facts);
  return stanza.is('iq') ? decideIq(stanza, sender) : decidePresence(stanza, sender);
}
