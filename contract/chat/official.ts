import { EXTERNAL_ID } from '../ids.ts';

/** Translation keys of the official service. */

/**
 * Translation keys of service lines in a conversation (kind `system`, type 5). `opened` and `removed` change another message and are not
 * drawn; `givenBack` reports refunded gems.
 */
export const SYSTEM_KEYS = ['opened', 'removed', 'givenBack'] as const;
/** Translation keys of the cards that the official service sends (kind `official_message`, type 21). */
export const OFFICIAL_KEYS = ['welcome', 'reportClosed', 'purchase', 'reward', 'refund'] as const;
/** Pages to which the button of an official card (kind `official_message`) can lead. */
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
/** Contents of a rule notice (kind `violate_rule`, type 22): a message was not sent, or the account's sending was locked or unlocked. */
export const VIOLATION_RULES = ['porn-words', 'porn-picture', 'locked', 'unlocked'] as const;
/**
 * States of a maintenance window that are announced to devices (kind `maintenance`, type 23), in this order: within a day, within an hour,
 * running, over.
 */
export const MAINTENANCE_STATES = ['planned', 'soon', 'on', 'over'] as const;

/** Page to which the button of an official card leads, one of `OFFICIAL_ROUTES`. */
export type OfficialRoute = (typeof OFFICIAL_ROUTES)[number];
/** Translation key of an official card, one of `OFFICIAL_KEYS`. */
export type OfficialKey = (typeof OFFICIAL_KEYS)[number];
/** Translation key of a service line or an official card. */
export type ServiceTextKey = (typeof SYSTEM_KEYS)[number] | OfficialKey;

/** Formats of the arguments of translated texts: a stanza id, a number of gems from 1, yes (1) or no (0). */
const ARGUMENTS = { of: EXTERNAL_ID, gems: /^[1-9]\d{0,8}$/, acted: /^[01]$/ } as const;
/** Arguments that each translation key requires. Others are ignored. */
const ARGUMENTS_OF: { readonly [K in ServiceTextKey]: readonly (keyof typeof ARGUMENTS)[] } = {
  opened: ['of'],
  removed: ['of'],
  givenBack: [],
  welcome: ['gems'],
  reportClosed: ['acted'],
  purchase: ['gems'],
  reward: ['gems'],
  refund: ['gems'],
};

/**
 * Returns whether all required arguments of a key are present and valid. Otherwise the text cannot be built: the server does not send it,
 * and a client shows none.
 */
export const fitsKey = (key: ServiceTextKey, args: Readonly<Record<string, string>>): boolean =>
  ARGUMENTS_OF[key].every((name) => ARGUMENTS[name].test(args[name] ?? ''));
