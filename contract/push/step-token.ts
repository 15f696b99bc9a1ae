import { PUSH_PENDING_MAX_MS, PUSH_REFRESH_AFTER_MS, PUSH_RETRY_AFTER_MS } from './rules.ts';
import type { PushOptions } from './token.ts';

/** State of the push subscription in the browser and in the database, from which `stepToken` decides (product 9.6). */
export type PushFound = {
  /** The browser has every API that push requires. */
  readonly isSupported: boolean;
  /** iOS or iPadOS, not started from the home screen. */
  readonly isOutside: boolean;
  readonly permission: 'default' | 'denied' | 'granted';
  /** The server's VAPID key; '' if push is disabled. */
  readonly pushKey: string;
  readonly record:
    | {
        readonly state: 'pending' | 'kept' | 'failed';
        readonly createTime: number;
        readonly at: number;
        readonly options: PushOptions;
      }
    | undefined;
  /** The browser's current subscription, made with the current VAPID key or an older one. */
  readonly held: PushOptions | undefined;
};

/**
 * Next action of the page on the push subscription. `unsupported`, `skip`: nothing, as push is impossible here. `off`: nothing, as the
 * server has push disabled. `ask`: nothing before the user has allowed notifications. `subscribe`: make a subscription. `reuse`: nothing,
 * it is current. `forget`: delete the record here and on the server. `replace`: delete it on the server and subscribe again. `renew`:
 * upload it again with a new time. `wait`: check again after `ms`.
 */
export type PushStep =
  | { readonly act: 'unsupported' | 'skip' | 'ask' | 'forget' | 'reuse' | 'subscribe' | 'renew' | 'replace' | 'off' }
  | { readonly act: 'wait'; readonly ms: number };

const FIELDS = ['endpoint', 'p256dh', 'auth', 'swScope', 'vapidKey'] as const;

const isSame = (a: PushOptions, b: PushOptions): boolean => FIELDS.every((field) => a[field] === b[field]);

/** Decides the next step by the table of product 9.6; pure. `now` in ms, device clock. */
export function stepToken(found: PushFound, now: number): PushStep {
  const { record, held, pushKey } = found;
  if (!found.isSupported) return { act: 'unsupported' };
  if (found.isOutside) return { act: 'skip' };
  if (found.permission === 'denied') return { act: record ? 'forget' : 'skip' };
  if (found.permission === 'default') return { act: record ? 'forget' : 'ask' };
  if (pushKey === '') return { act: record ? 'forget' : 'off' };
  if (!record) return { act: 'subscribe' };
  // The absolute value bounds the wait when the device clock was set back.
  const age = Math.abs(now - record.at);
  if (record.state === 'pending')
    return age < PUSH_PENDING_MAX_MS ? { act: 'wait', ms: PUSH_PENDING_MAX_MS - age } : { act: 'subscribe' };
  if (record.state === 'failed')
    return age < PUSH_RETRY_AFTER_MS ? { act: 'wait', ms: PUSH_RETRY_AFTER_MS - age } : { act: 'subscribe' };
  if (!held || held.vapidKey !== pushKey || !isSame(held, record.options)) return { act: 'replace' };
  return { act: Math.abs(now - record.createTime) < PUSH_REFRESH_AFTER_MS ? 'reuse' : 'renew' };
}
