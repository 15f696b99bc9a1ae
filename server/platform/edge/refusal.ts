import xml, { type Element } from '@xmpp/xml';
import { jidOfService } from '../../../contract/jid.ts';

const REFUSED_NS = 'urn:gemcall:refused:1';

/**
 * The rule by which the edge refused a stanza. It is sent inside the stanza error, because the client needs more detail than the error
 * condition.
 */
export type RefusalReason =
  | 'unreadable'
  | 'unknown-type'
  /** A text without a visible character. */
  | 'empty'
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
  /** Media that do not exist, belong to another account, or are of another type. */
  | 'foreign-item'
  /** The kind requires another role of the sender or recipient. */
  | 'role'
  /** A gift or sticker that does not exist. */
  | 'content'
  /** The sender has sent as many messages as are allowed before the recipient replies. */
  | 'wait-for-reply'
  /** Above the daily limit of the kind, or too soon after the last one. */
  | 'too-many'
  /** A message that is too old to be deleted for everyone. */
  | 'too-late';

const ERRORS = {
  unreadable: ['modify', 'bad-request'],
  empty: ['modify', 'not-acceptable'],
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
  'too-late': ['cancel', 'not-acceptable'],
} as const satisfies Record<RefusalReason, readonly [type: string, condition: string]>;

const isReason = (reason: string | undefined): reason is RefusalReason =>
  reason !== undefined && Object.hasOwn(ERRORS, reason);

/**
 * Writes the headline that the edge sends to the XMPP server in place of a refused stanza, addressed to the gate, which answers the
 * sender. It keeps the stanza counts of stream management (XEP-0198) equal on both sides. It carries what the answer needs but never the
 * content, and is neither archived nor carbon-copied. It has the id of the refused stanza, so that even the XMPP server's error for an
 * absent gate names the stanza to its sender.
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
 * Returns the stanza error with which the gate answers a headline of `writeRefusal` to its sender (RFC 6120, section 8.3); undefined when
 * `message` is not a refusal, and when the refused stanza must not be answered.
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
