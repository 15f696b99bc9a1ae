import type { FastifyInstance } from 'fastify';
import { MOVES_PER_MINUTE, PASSWORDS_PER_MINUTE } from '../../contract/account/rules.ts';
import type { Input } from '../../contract/api/endpoint.ts';
import { RELAY_TESTS_PER_MINUTE } from '../../contract/calls/rules.ts';
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts';
import { LOCK_LOOKS_PER_MINUTE, MEDIA_PASSES_PER_MINUTE, UNLOCKS_PER_MINUTE } from '../../contract/media/rules.ts';
import {
  CARDS_PER_MINUTE,
  CHARGES_PER_MINUTE,
  ORDERS_PER_DAY,
  ORDERS_PER_MINUTE,
  REFUNDS_PER_DAY,
  STATUS_PER_MINUTE,
} from '../../contract/payments/rules.ts';
import {
  FRIEND_REQUESTS_PER_MINUTE,
  PROFILE_CHANGES_PER_MINUTE,
  RELATION_CHANGES_PER_MINUTE,
  REPORTS_PER_MINUTE,
  SUPPORT_PER_MINUTE,
  WRITE_LOCKS_PER_MINUTE,
} from '../../contract/people/rules.ts';
import { TASKS_PER_MINUTE } from '../../contract/rewards/rules.ts';
import { TRANSLATIONS_PER_MINUTE } from '../../contract/translate/rules.ts';
import type { CallLimit } from './login-limits.ts';

const WINDOW_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * What one account may do to others in a minute (threats: rate limits): ask to be friends, report, all else; what to oneself;
 * how often it may try the relays, and ask for a pass; what it pays.
 */
export function limitPeople(app: FastifyInstance): CallLimit {
  // Of those who have no login, all of one address.
  const limit = (max: number, timeWindow: number) =>
    app.createRateLimit({ max, timeWindow, keyGenerator: ({ uid, ip }) => (uid === 0 ? ip : String(uid)) });
  const perMinute = (max: number) => limit(max, WINDOW_MS);
  const ordersPerDay = limit(ORDERS_PER_DAY, DAY_MS);
  const limits = {
    requests: perMinute(FRIEND_REQUESTS_PER_MINUTE),
    reports: perMinute(REPORTS_PER_MINUTE),
    support: perMinute(SUPPORT_PER_MINUTE),
    writeLocks: perMinute(WRITE_LOCKS_PER_MINUTE),
    changes: perMinute(RELATION_CHANGES_PER_MINUTE),
    profile: perMinute(PROFILE_CHANGES_PER_MINUTE),
    relays: perMinute(RELAY_TESTS_PER_MINUTE),
    passes: perMinute(MEDIA_PASSES_PER_MINUTE),
    unlocks: perMinute(UNLOCKS_PER_MINUTE),
    locks: perMinute(LOCK_LOOKS_PER_MINUTE),
    translations: perMinute(TRANSLATIONS_PER_MINUTE),
    tasks: perMinute(TASKS_PER_MINUTE),
    orders: perMinute(ORDERS_PER_MINUTE),
    charges: perMinute(CHARGES_PER_MINUTE),
    payStatus: perMinute(STATUS_PER_MINUTE),
    cards: perMinute(CARDS_PER_MINUTE),
    passwords: perMinute(PASSWORDS_PER_MINUTE),
    moves: perMinute(MOVES_PER_MINUTE),
    refunds: limit(REFUNDS_PER_DAY, DAY_MS),
  };
  return async (request, name, input) => {
    const which = limitedAs(name, input);
    if (which === undefined) return 0;
    const found = await limits[which](request);
    if (!found.isAllowed && found.isExceeded) return found.ttl;
    if (which !== 'orders') return 0;
    const ofDay = await ordersPerDay(request);
    return !ofDay.isAllowed && ofDay.isExceeded ? ofDay.ttl : 0;
  };
}

type Limited =
  | 'requests'
  | 'reports'
  | 'support'
  | 'writeLocks'
  | 'changes'
  | 'profile'
  | 'relays'
  | 'passes'
  | 'unlocks'
  | 'locks'
  | 'translations'
  | 'tasks'
  | 'orders'
  | 'charges'
  | 'payStatus'
  | 'cards'
  | 'passwords'
  | 'moves'
  | 'refunds';

function limitedAs(name: EndpointName, input: unknown): Limited | undefined {
  if (name === 'createOrder') return 'orders';
  if (name === 'setPassword' || name === 'deleteAccount' || name === 'beginMove') return 'passwords';
  if (name === 'lookAtMove' || name === 'claimMove' || name === 'claimedMove') return 'moves';
  if (name === 'authenticationPayment') return 'charges';
  if (name === 'payOrderStatus') return 'payStatus';
  if (name === 'saveBankCard') return 'cards';
  if (name === 'refundOrder') return 'refunds';
  if (name === 'mediaPass') return 'passes';
  if (name === 'unlockMessage' || name === 'openExclusive') return 'unlocks';
  if (name === 'unlockedMedia' || name === 'exclusiveItems' || name === 'editExclusive') return 'locks';
  if (name === 'updateProfile') return 'profile';
  if (name === 'relayServers') return 'relays';
  if (name === 'translate') return 'translations';
  if (name === 'userTasksCompleted' || name === 'reward') return 'tasks';
  if (name === 'report') return 'reports';
  if (name === 'support') return 'support';
  if (name === 'sendMsgLock') return 'writeLocks';
  if (name === 'autoAddFriend') return 'requests';
  if (name === 'changeFavourite') return 'changes';
  if (name !== 'changeRelation') return undefined;
  return (input as Input<Endpoints['changeRelation']>).action === 'request' ? 'requests' : 'changes';
}
