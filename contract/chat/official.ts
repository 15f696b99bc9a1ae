import { EXTERNAL_ID } from '../ids.ts';

/** Translation keys of the official service. */

/** Lines in a conversation (type 5). The first two change another message and are not drawn. */
export const SYSTEM_KEYS = ['opened', 'removed', 'givenBack'] as const;
/** Cards of the official service (type 21). */
export const OFFICIAL_KEYS = ['welcome', 'reportClosed', 'purchase', 'reward', 'refund'] as const;
/** Targets of a card's button. */
export const OFFICIAL_ROUTES = [
  'goddess',
  'task',
  'club',
  'paymenthistory',
  'rules',
  'story',
  'profile',
  'store',
] as const;
/** Reasons why a message was not sent (type 22). */
export const VIOLATION_RULES = ['porn-words', 'porn-picture', 'locked', 'unlocked'] as const;
export const MAINTENANCE_STATES = ['planned', 'soon', 'on', 'over'] as const;

export type OfficialRoute = (typeof OFFICIAL_ROUTES)[number];
export type OfficialKey = (typeof OFFICIAL_KEYS)[number];
export type SayKey = (typeof SYSTEM_KEYS)[number] | OfficialKey;

/** Format of each argument: a stanza id, a number of gems, yes or no. */
const ARGUMENTS = { of: EXTERNAL_ID, gems: /^[1-9]\d{0,8}$/, acted: /^[01]$/ } as const;
/** Required arguments of each key. Others are ignored. */
const ARGUMENTS_OF: { readonly [K in SayKey]: readonly (keyof typeof ARGUMENTS)[] } = {
  opened: ['of'],
  removed: ['of'],
  givenBack: [],
  welcome: ['gems'],
  reportClosed: ['acted'],
  purchase: ['gems'],
  reward: ['gems'],
  refund: ['gems'],
};

/** Returns whether all required arguments of a key are present and valid. Otherwise the text cannot be built. */
export const fitsKey = (key: SayKey, args: Readonly<Record<string, string>>): boolean =>
  ARGUMENTS_OF[key].every((name) => ARGUMENTS[name].test(args[name] ?? ''));
