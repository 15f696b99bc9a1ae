import xml, { type Element } from '@xmpp/xml';
import { GATE_NS } from '../../../contract/chat/message.ts';
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
 * Writes the gate's answer to a ping with the server's time, by which a client with a wrong clock orders its messages; undefined
 * for any other stanza.
 */
function timedPong(stanza: Element): Element | undefined {
  const { type, from, id } = stanza.attrs;
  if (!stanza.is('iq') || !from || type !== 'get' || !stanza.getChild('ping', PING_NS)) return undefined;
  return xml('iq', { type: 'result', to: from, id }, xml('time', { xmlns: GATE_NS, at: Date.now() }));
}

/**
 * Handles a stanza to the gate that no handler has handled: sends the edge's refusals to their senders and answers pings, both
 * synchronously in order of arrival. A pong therefore proves that every earlier stanza of that sender was handled and every earlier
 * refusal sent.
 */
export function answerAsGate(stanza: Element, component: Speaker): void {
  const answer = stanza.is('message') ? answerRefusal(stanza) : timedPong(stanza);
  if (answer) component.send(answer);
  else answerIq(stanza, component);
}
