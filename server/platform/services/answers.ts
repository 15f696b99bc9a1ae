import xml, { type Element } from '@xmpp/xml';
import { writeGatePong } from '../../../contract/chat/acceptance.ts';
import { readOwnCopy } from '../../../contract/chat/message.ts';
import { serverClock } from '../clock.ts';
import { answerRefusal } from '../edge/refusal.ts';

type Speaker = { send(stanza: Element): boolean };

const PING_NS = 'urn:xmpp:ping';
const STANZAS_NS = 'urn:ietf:params:xml:ns:xmpp-stanzas';

/**
 * Answers an IQ request to a service that no handler has handled: a ping with a result, any other with `service-unavailable`. Ignores
 * other stanzas.
 */
export function answerIq(stanza: Element, component: Speaker): void {
  if (!stanza.is('iq')) return;
  const { type, from, id } = stanza.attrs;
  if (!from || (type !== 'get' && type !== 'set')) return;
  if (type === 'get' && stanza.getChild('ping', PING_NS)) {
    component.send(xml('iq', { type: 'result', to: from, id }));
    return;
  }
  component.send(
    xml(
      'iq',
      { type: 'error', to: from, id },
      xml('error', { type: 'cancel' }, xml('service-unavailable', { xmlns: STANZAS_NS })),
    ),
  );
}

/** Answers an IQ request whose handling threw an error with an error of type `wait`: the client may retry. */
export function answerFailure(stanza: Element, component: Speaker): void {
  const { type, from, id } = stanza.attrs;
  if (!stanza.is('iq') || !from || (type !== 'get' && type !== 'set')) return;
  const condition = xml('internal-server-error', { xmlns: STANZAS_NS });
  component.send(xml('iq', { type: 'error', to: from, id }, xml('error', { type: 'wait' }, condition)));
}

/**
 * Writes the gate's answer to a ping: the server's time, from which a client estimates its clock, and the acceptances of the client's
 * messages, which the edge has added to the ping. Undefined for any other stanza.
 */
function timedPong(stanza: Element): Element | undefined {
  const { type, from, id } = stanza.attrs;
  const ping = stanza.getChild('ping', PING_NS);
  if (!stanza.is('iq') || !from || type !== 'get' || !ping) return undefined;
  return xml('iq', { type: 'result', to: from, id }, writeGatePong(serverClock.now(), ping));
}

/**
 * Handles a stanza to the gate that no handler has handled: sends the edge's refusals to their senders and answers pings, both
 * synchronously in order of arrival. A pong therefore proves that every earlier stanza of that sender was handled and every earlier
 * refusal sent. `sendAs` sends in the name of an account: a message for the sender's own devices (`writeOwnCopy`).
 */
export function answerAsGate(
  stanza: Element,
  component: Speaker,
  sendAs: (account: string, stanza: Element) => void,
): void {
  const copy = stanza.is('message') ? readOwnCopy(stanza) : undefined;
  if (copy) {
    sendAs(copy.account, copy.carbon);
    return;
  }
  const answer = stanza.is('message') ? answerRefusal(stanza) : timedPong(stanza);
  if (answer) component.send(answer);
  else answerIq(stanza, component);
}
