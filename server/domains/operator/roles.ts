/**
 * Roles of operators; `mayRun` says which actions each may run on the operator page. A command on the machine needs no role: who can run
 * one may run all.
 */
export const OPERATOR_ROLES = ['support', 'moderation', 'finance', 'admin'] as const;
/** Role of an operator. */
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
/** Role that an operator gets when `operator add` names none: the one with the fewest rights. */
export const DEFAULT_OPERATOR_ROLE: OperatorRole = 'support';

/** Name of the page of figures for `mayRun`, beside the names of actions. */
export const FIGURES = 'figures';

/** Roles, beside `admin`, that may run an action, by its name. An action without an entry is for `admin` alone. */
const ROLES_OF_ACT: Readonly<Record<string, readonly OperatorRole[]>> = {
  report: ['moderation'],
  close: ['moderation'],
  person: ['support', 'moderation'],
  statement: ['support', 'finance'],
  limits: ['support', 'finance'],
  orders: ['support', 'finance'],
  order: ['support', 'finance'],
  look: ['support', 'finance'],
  refund: ['finance'],
  credit: ['finance'],
  forgive: ['finance'],
  audit: ['finance'],
  differences: ['finance'],
  settle: ['finance'],
  reconcile: ['finance'],
  packs: ['support', 'finance'],
  prices: ['support', 'finance'],
  price: ['finance'],
  'pack add': ['finance'],
  'pack sell': ['finance'],
  settings: ['support', 'moderation', 'finance'],
  lock: ['moderation'],
  unlock: ['moderation'],
  revoke: ['support', 'moderation'],
  hosts: ['support', 'moderation', 'finance'],
  'host show': ['support', 'moderation', 'finance'],
  'host clip': ['moderation'],
  'host identity': ['moderation'],
  'host accept': ['moderation'],
  'host return': ['moderation'],
  'host decline': ['moderation'],
  'host suspend': ['moderation'],
  'host reinstate': ['moderation'],
  bookings: ['support', 'finance'],
  booking: ['support', 'finance'],
  'booking cancel': ['finance'],
  'host year': ['finance'],
  'payout list': ['finance'],
  'payout show': ['finance'],
  'payout approve': ['finance'],
  'payout sent': ['finance'],
  'payout fail': ['finance'],
  'payout return': ['finance'],
  questions: ['support', 'moderation'],
  answer: ['support', 'moderation'],
  attribution: ['support'],
  [FIGURES]: ['finance'],
};

/** Whether an operator of this role may run the action with this name. */
export const mayRun = (role: OperatorRole, name: string): boolean =>
  role === 'admin' || (Object.hasOwn(ROLES_OF_ACT, name) && (ROLES_OF_ACT[name] ?? []).includes(role));
