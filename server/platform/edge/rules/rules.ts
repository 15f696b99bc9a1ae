import type { Element } from '@xmpp/xml';
import { type Decision, type Facts, refuse, type Sender } from './decision.ts';
import { hasExternalIds } from './ids.ts';
import { decideIq } from './iq.ts';
import { decideMessage } from './message.ts';
import { decidePresence } from './presence.ts';

/** Decides on a stanza of a logged-in client: the entry point of all rules. */
export function decisionOn(stanza: Element, sender: Sender, facts: Facts): Decision {
  if (!hasExternalIds(stanza)) return refuse('unreadable');
  if (stanza.is('message')) return decideMessage(stanza, sender, facts);
  return stanza.is('iq') ? decideIq(stanza, sender) : decidePresence(stanza, sender);
}
