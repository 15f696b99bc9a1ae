/** Translation keys by refusal: a rule of the edge (wire 2.3), otherwise the condition of the stanza error (RFC 6120). */
const KEYS = {
  unreadable: 'message:refusal.notAccepted',
  empty: 'errors:message-empty',
  'unknown-type': 'message:refusal.notAccepted',
  'privileged-type': 'message:refusal.notAllowed',
  address: 'message:refusal.unreachable',
  locked: 'message:refusal.locked',
  age: 'errors:age',
  'wait-for-reply': 'message:refusal.waitForReply',
  'not-admitted': 'message:refusal.notAdmitted',
  'foreign-item': 'message:refusal.foreignItem',
  role: 'message:refusal.role',
  content: 'message:refusal.notAccepted',
  'too-many': 'message:refusal.tooMany',
  'resource-constraint': 'message:refusal.tooFast',
  'policy-violation': 'message:refusal.notAdmitted',
  'bad-request': 'message:refusal.notAccepted',
  forbidden: 'message:refusal.notAllowed',
  'not-allowed': 'message:refusal.notAllowed',
  'not-authorized': 'message:refusal.notAllowed',
  'not-acceptable': 'message:refusal.notAllowed',
  blocked: 'message:refusal.notAllowed',
  'service-unavailable': 'message:refusal.unreachable',
  'recipient-unavailable': 'message:refusal.unreachable',
  'item-not-found': 'message:refusal.unreachable',
  gone: 'message:refusal.unreachable',
  'remote-server-timeout': 'message:refusal.timeout',
} as const;

const isKnown = (condition: string): condition is keyof typeof KEYS => Object.hasOwn(KEYS, condition);

/**
 * Returns the translation key of the sentence that explains why a message was refused. `condition`: error condition of the
 * server; an unknown one gets a generic sentence.
 */
export const refusalKey = (condition: string) => (isKnown(condition) ? KEYS[condition] : 'message:refusal.unknown');
