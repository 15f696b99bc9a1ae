import xml, { type Element } from '@xmpp/xml';
import { jidOfService } from '../../../contract/jid.ts';

const REFUSED_NS = 'urn:gemcall:refused:1';

/** The rule that refused. It is sent inside the stanza error, so that a client can explain more than the condition. */
export type RefusalReason =
  | 'unreadable'
  | 'unknown-type'
  | 'privileged-type'
  | 'address'
  | 'not-allowed'
  | 'locked'
  /** The sender's birth date is not known yet. */
  | 'age'
  | 'blocked'
  | 'not-admitted'
  | 'rate'
  | 'unavailable'
  /** Media that are not the sender's, or not of that kind. */
  | 'foreign-item'
  /** Only somebody of another role may send it, or to another one. */
  | 'role'
  /** A gift or sticker that does not exist. */
  | 'content'
  /** The addressee has not answered for too long. */
  | 'wait-for-reply'
  /** More of that kind than a day, or the time since the last, allows. */
  | 'too-many';

const ERRORS = {
  unreadable: ['modify', 'bad-request'],
  'unknown-type': ['cancel', 'feature-not-implemented'],
  'privileged-type': ['auth', 'forbidden'],
  address: ['cancel', 'item-not-found'],
  'not-allowed': ['cancel', 'not-allowed'],
  locked: ['auth', 'forbidden'],
  age: ['auth', 'forbidden'],
  blocked: ['cancel', 'not-acceptable'],
  'not-admitted': ['cancel', 'policy-violation'],
  rate: ['wait', 'resource-constraint'],
  unavailable: ['wait', 'internal-server-error'],
  'foreign-item': ['modify', 'not-acceptable'],
  role: ['auth', 'forbidden'],
  content: ['modify', 'not-acceptable'],
  'wait-for-reply': ['cancel', 'policy-violation'],
  'too-many': ['cancel', 'policy-violation'],
} as const satisfies Record<RefusalReason, readonly [type: string, condition: string]>;

const isReason = (reason: string | undefined): reason is RefusalReason =>
  reason !== undefined && Object.hasOwn(ERRORS, reason);

/**
 * Writes the headline that is sent to the server in place of a refused stanza. It keeps the stanza counts of stream
 * management equal on both sides, and carries what the answer needs, never the content. A headline is neither archived nor
 * copied. With the refused stanza's own id, even Prosody's answer for an absent gate tells the sender which one it was.
 */
export function writeRefusal(stanza: Element, reason: RefusalReason, domain: string): Element {
  const { id, to, type } = stanza.attrs;
  return xml(
    'message',
    { xmlns: 'jabber:client', type: 'headline', to: jidOfService('gate', domain), id },
    xml('refused', { xmlns: REFUSED_NS, reason, name: stanza.getName(), type, to, id }),
  );
}

/**
 * Returns the stanza error for the sender (RFC 6120, section 8.3); undefined for any other stanza, and when no answer is
 * allowed.
 */
export function answerRefusal(message: Element): Element | undefined {
  const refused = message.getChild('refused', REFUSED_NS);
  const { from } = message.attrs;
  const { reason, name, type, to, id } = refused?.attrs ?? {};
  if (!from || !isReason(reason)) return undefined;
  if (name !== 'message' && name !== 'iq' && name !== 'presence') return undefined;
  if (type === 'error' || (name === 'iq' && type === 'result')) return undefined;
  const [errorType, condition] = ERRORS[reason];
  return xml(
    name,
    { type: 'error', to: from, id },
    xml(
      'error',
      { type: errorType },
      xml(condition, { xmlns: 'urn:ietf:params:xml:ns:xmpp-stanzas' }),
      xml('refused', { xmlns: REFUSED_NS, reason, to }),
    ),
  );
}
