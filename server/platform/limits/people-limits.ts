import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import {
  MOVES_PER_MINUTE,
  PASSKEY_CHALLENGES_PER_MINUTE,
  PASSWORDS_PER_MINUTE,
  RECOVERIES_PER_MINUTE,
} from '../../../contract/account/rules.ts';
import { ATTRIBUTIONS_PER_MINUTE, CONSENTS_PER_MINUTE } from '../../../contract/analytics/rules.ts';
import type { Input } from '../../../contract/api/endpoint.ts';
import { HEADER_TOKEN } from '../../../contract/api/envelope.ts';
import { REQUESTS_PER_MINUTE } from '../../../contract/api/rules.ts';
import { MATCH_FRAMES_PER_MINUTE, RELAY_TESTS_PER_MINUTE } from '../../../contract/calls/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { EndpointName, Endpoints } from '../../../contract/endpoints.ts';
import { LOCK_READS_PER_MINUTE, MEDIA_PASSES_PER_MINUTE, UNLOCKS_PER_MINUTE } from '../../../contract/media/rules.ts';
import {
  CARDS_PER_MINUTE,
  CHARGES_PER_MINUTE,
  ORDERS_PER_DAY,
  ORDERS_PER_MINUTE,
  STATUS_PER_MINUTE,
} from '../../../contract/payments/rules.ts';
import {
  FRIEND_REQUESTS_PER_MINUTE,
  PROFILE_CHANGES_PER_MINUTE,
  RELATION_CHANGES_PER_MINUTE,
  REPORTS_PER_MINUTE,
  SUPPORT_PER_MINUTE,
  WRITE_LOCKS_PER_MINUTE,
} from '../../../contract/people/rules.ts';
import { TASKS_PER_MINUTE } from '../../../contract/rewards/rules.ts';
import { TRANSLATIONS_PER_MINUTE } from '../../../contract/translate/rules.ts';
import type { AddressOf } from '../http/client-address.ts';
import type { CallLimit } from './login-limits.ts';

const WINDOW_MS = 60_000;

const PER_MINUTE = {
  requests: FRIEND_REQUESTS_PER_MINUTE,
  reports: REPORTS_PER_MINUTE,
  support: SUPPORT_PER_MINUTE,
  writeLocks: WRITE_LOCKS_PER_MINUTE,
  changes: RELATION_CHANGES_PER_MINUTE,
  profile: PROFILE_CHANGES_PER_MINUTE,
  relays: RELAY_TESTS_PER_MINUTE,
  frames: MATCH_FRAMES_PER_MINUTE,
  passes: MEDIA_PASSES_PER_MINUTE,
  unlocks: UNLOCKS_PER_MINUTE,
  locks: LOCK_READS_PER_MINUTE,
  translations: TRANSLATIONS_PER_MINUTE,
  tasks: TASKS_PER_MINUTE,
  orders: ORDERS_PER_MINUTE,
  charges: CHARGES_PER_MINUTE,
  payStatus: STATUS_PER_MINUTE,
  cards: CARDS_PER_MINUTE,
  passwords: PASSWORDS_PER_MINUTE,
  moves: MOVES_PER_MINUTE,
  recoveries: RECOVERIES_PER_MINUTE,
  challenges: PASSKEY_CHALLENGES_PER_MINUTE,
  // Per minute only. `refundOrder` itself limits the refunds of a day, by those that it created: a repeated request is not one more.
  refunds: CHARGES_PER_MINUTE,
  consents: CONSENTS_PER_MINUTE,
  attributions: ATTRIBUTIONS_PER_MINUTE,
  others: REQUESTS_PER_MINUTE,
} as const;
type Limited = keyof typeof PER_MINUTE;

/**
 * Limit class of each endpoint; those not listed are `others`. Friend requests are distinguished from other changes in `limitedAs`, and
 * logins have their own limits (login-limits.ts).
 */
const LIMITED_AS: { readonly [Name in EndpointName]?: Limited } = {
  createOrder: 'orders',
  setPassword: 'passwords',
  deleteAccount: 'passwords',
  beginMove: 'passwords',
  beginRecoveryEmail: 'passwords',
  removeRecoveryEmail: 'passwords',
  confirmRecoveryEmail: 'passwords',
  beginRecovery: 'recoveries',
  recoverAccount: 'recoveries',
  beginPasskey: 'passwords',
  removePasskey: 'passwords',
  addPasskey: 'changes',
  beginAssertion: 'challenges',
  endSession: 'changes',
  endSecret: 'changes',
  confirmMove: 'changes',
  giveAge: 'changes',
  lookAtMove: 'moves',
  claimMove: 'moves',
  claimedMove: 'moves',
  authenticationPayment: 'charges',
  payOrderStatus: 'payStatus',
  saveBankCard: 'cards',
  refundOrder: 'refunds',
  mediaPass: 'passes',
  unlockMessage: 'unlocks',
  openExclusive: 'unlocks',
  unlockedMedia: 'locks',
  exclusiveItems: 'locks',
  editExclusive: 'locks',
  updateProfile: 'profile',
  applyAsHost: 'profile',
  setHostPrice: 'profile',
  setTakingCalls: 'profile',
  setWeeklyHours: 'profile',
  startIdentity: 'cards',
  saveTaxDetails: 'cards',
  savePayoutAccount: 'cards',
  startPayoutSetup: 'cards',
  requestPayout: 'charges',
  relayServers: 'relays',
  matchFrame: 'frames',
  translate: 'translations',
  userTasksCompleted: 'tasks',
  reward: 'tasks',
  report: 'reports',
  support: 'support',
  sendMsgLock: 'writeLocks',
  autoAddFriend: 'requests',
  changeFavourite: 'changes',
  changeRelation: 'changes',
  consent: 'consents',
  attribution: 'attributions',
};
const LOGINS: ReadonlySet<EndpointName> = new Set(['login', 'userPwdLogin', 'passkeyLogin']);

/**
 * Creates the limit of API requests per account (or address of an anonymous caller) and minute, in one process (threats: rate limits): by
 * class for what affects others, costs money or is stored for long, and in total for everything else; orders also per day. Requests of the
 * class `passwords` are counted per session. Logins are exempt: see `limitLogins`.
 */
export function limitPeople(app: FastifyInstance, addressOf: AddressOf): CallLimit {
  // Anonymous callers share the limit of their address.
  const limit = (max: number, timeWindow: number) =>
    app.createRateLimit({
      max,
      timeWindow,
      keyGenerator: ({ uid, raw }) => (uid === 0 ? addressOf(raw) : String(uid)),
    });
  const perMinute = (max: number) => limit(max, WINDOW_MS);
  // Counted by session, so that a stolen session cannot use up what the owner needs to end it.
  const passwords = app.createRateLimit({
    max: PASSWORDS_PER_MINUTE,
    timeWindow: WINDOW_MS,
    keyGenerator: ({ uid, headers }) => `${uid} ${hashHeader(headers[HEADER_TOKEN.toLowerCase()])}`,
  });
  const ordersPerDay = limit(ORDERS_PER_DAY, DAY_MS);
  const limits = Object.fromEntries(
    Object.entries(PER_MINUTE).map(([limitName, max]) => [
      limitName,
      limitName === 'passwords' ? passwords : perMinute(max),
    ]),
  ) as Record<Limited, ReturnType<typeof perMinute>>;
  return async ({ request, name, input }) => {
    const limitName = limitedAs(name, input);
    if (limitName === undefined) return 0;
    const found = await limits[limitName](request);
    if (!found.isAllowed && found.isExceeded) return found.ttl;
    if (limitName !== 'orders') return 0;
    const ofDay = await ordersPerDay(request);
    return !ofDay.isAllowed && ofDay.isExceeded ? ofDay.ttl : 0;
  };
}

const hashHeader = (value: string | string[] | undefined) =>
  createHash('sha256')
    .update(String(value ?? ''))
    .digest('hex');

function limitedAs(name: EndpointName, input: unknown): Limited | undefined {
  if (LOGINS.has(name)) return undefined;
  if (name !== 'changeRelation') return LIMITED_AS[name] ?? 'others';
  return (input as Input<Endpoints['changeRelation']>).action === 'request' ? 'requests' : 'changes';
}

/**
 * Requests per minute and account (or address) of an endpoint, for the API description. Logins have their own limits, and a friend
 * request by `changeRelation` counts as `requests`.
 */
export const perMinuteOf = (name: EndpointName): number => PER_MINUTE[LIMITED_AS[name] ?? 'others'];
