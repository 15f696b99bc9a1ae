import { PUSH_PENDING_MAX_MS, PUSH_REFRESH_AFTER_MS, PUSH_RETRY_AFTER_MS } from './rules.ts';
import type { PushOptions } from './token.ts';

/** What a page, or the service worker, finds when it looks at the push subscription (product 9.6). */
export type PushFound = {
  /** Everything is there that pushes need. */
  readonly isSupported: boolean;
  /** iOS or iPadOS, not started from the home screen. */
  readonly isOutside: boolean;
  readonly permission: 'default' | 'denied' | 'granted';
  /** The server's key; '' where nothing is pushed. */
  readonly pushKey: string;
  readonly record:
    | {
        readonly state: 'pending' | 'kept' | 'failed';
        readonly createTime: number;
        readonly at: number;
        readonly options: PushOptions;
      }
    | undefined;
  /** What the browser holds now, made with the server's current key or an older one. */
  readonly held: PushOptions | undefined;
};

/**
 * What is done about it. `forget`: the record goes, and the server's. `replace`: deleted on the server, subscribed anew.
 * `renew`: uploaded anew under a new time. `wait`: to be looked at again after this long.
 */
export type PushStep =
  | { readonly act: 'unsupported' | 'skip' | 'ask' | 'forget' | 'reuse' | 'subscribe' | 'renew' | 'replace' | 'off' }
  | { readonly act: 'wait'; readonly ms: number };

const FIELDS = ['endpoint', 'p256dh', 'auth', 'swScope', 'vapidKey'] as const;

const isSame = (a: PushOptions, b: PushOptions): boolean => FIELDS.every((field) => a[field] === b[field]);

/** Decides by the table of product 9.6. `now` in ms, device clock. */
export function stepToken(found: PushFound, now: number): PushStep {
  const { record, held, pushKey } = found;
  if (!found.isSupported) return { act: 'unsupported' };
  if (found.isOutside) return { act: 'skip' };
  if (found.permission === 'denied') return { act: record ? 'forget' : 'skip' };
  if (found.permission === 'default') return { act: record ? 'forget' : 'ask' };
  if (pushKey === '') return { act: record ? 'forget' : 'off' };
  if (!record) return { act: 'subscribe' };
  // A clock that was set back makes no record wait for longer than it would have.
  const age = Math.abs(now - record.at);
  if (record.state === 'pending')
    return age < PUSH_PENDING_MAX_MS ? { act: 'wait', ms: PUSH_PENDING_MAX_MS - age } : { act: 'subscribe' };
  if (record.state === 'failed')
    return age < PUSH_RETRY_AFTER_MS ? { act: 'wait', ms: PUSH_RETRY_AFTER_MS - age } : { act: 'subscribe' };
  if (!held || held.vapidKey !== pushKey || !isSame(held, record.options)) return { act: 'replace' };
  return { act: Math.abs(now - record.createTime) < PUSH_REFRESH_AFTER_MS ? 'reuse' : 'renew' };
}
