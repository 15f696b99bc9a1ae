/** Maps the server's refusal of a message (RFC 6120, stanza error conditions) to a sentence. */
const KEYS = {
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

export const refusalKey = (condition: string) => (isKnown(condition) ? KEYS[condition] : 'message:refusal.unknown');
