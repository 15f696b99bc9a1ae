import type { PushStep } from '#contract/push/step-token.ts';
import { unreachable } from '#contract/result.ts';

/**
 * State of the refresh that the service worker runs twice a day for an installed app, as a pure state machine
 * (law 5). It acquires the lock `core` only when it is free, and releases it at once when a page's core requests it.
 *
 * | phase    | means                                                                   | leaves by                |
 * |----------|-------------------------------------------------------------------------|--------------------------|
 * | asking   | the lock is requested                                                   | lock, hello, deadline    |
 * | checking | checks that a user is signed in and that no newer build has run         | may, hello, deadline     |
 * | fetching | fetches the list of hosts, the allowances and the site configuration    | fetched, hello, deadline |
 * | looking  | compares the push subscription with its record                          | looked, hello, deadline  |
 * | keeping  | updates the subscription and its record                                 | kept, hello, deadline    |
 * | over     | the lock is released                                                    | -                        |
 */
export type Refresh = {
  readonly phase: 'asking' | 'checking' | 'fetching' | 'looking' | 'keeping' | 'over';
  /** How the refresh ended; set in `over`. */
  readonly end?: RefreshEnd;
};

/** `tells`: a changed push subscription is queued for the server. The other values have the meaning of `BriefEnd`. */
export type RefreshEnd = 'done' | 'tells' | 'busy' | 'idle' | 'stale' | 'superseded' | 'late' | 'refused';
/**
 * Subscription changes that the service worker makes itself. The first subscription needs a page, because the user
 * must ask for it.
 */
export type RefreshOutcome = 'renew' | 'replace' | 'forget';

/** Inputs of the machine of the service worker's periodic refresh (`stepRefresh`). */
export type RefreshEvent =
  | { readonly type: 'lock'; readonly isFree: boolean }
  | { readonly type: 'may'; readonly why: 'yes' | 'idle' | 'stale' }
  | { readonly type: 'fetched'; readonly isRefused: boolean }
  | { readonly type: 'looked'; readonly act: PushStep['act'] }
  | { readonly type: 'kept' }
  /** A page's core has announced itself. */
  | { readonly type: 'hello' }
  | { readonly type: 'deadline' };

/** Outputs of the machine of the service worker's periodic refresh, which `refreshWhileAway` performs. */
export type RefreshEffect =
  | { readonly type: 'check' | 'fetch' | 'look' | 'cancel' | 'expire' | 'free' }
  | { readonly type: 'keep'; readonly how: RefreshOutcome };

/** Result of `stepRefresh`: the next state of the periodic refresh and the effects to perform. */
export type RefreshStep = readonly [Refresh, readonly RefreshEffect[]];

/** The initial state of a periodic refresh. */
export const newRefresh: Refresh = { phase: 'asking' };

const over = (end: RefreshEnd, ...effects: readonly RefreshEffect[]): RefreshStep => [
  { phase: 'over', end },
  [...effects, { type: 'free' }],
];

/**
 * Returns the next state and effects of the periodic refresh (`Refresh`), which the service worker runs without a page. Pure. An event that
 * does not fit the phase changes nothing.
 */
export function stepRefresh(refresh: Refresh, event: RefreshEvent): RefreshStep {
  const stay: RefreshStep = [refresh, []];
  const { phase } = refresh;
  switch (event.type) {
    case 'lock':
      if (phase !== 'asking') return stay;
      return event.isFree ? [{ phase: 'checking' }, [{ type: 'check' }]] : over('busy');
    case 'may':
      if (phase !== 'checking') return stay;
      return event.why === 'yes' ? [{ phase: 'fetching' }, [{ type: 'fetch' }]] : over(event.why);
    case 'fetched':
      if (phase !== 'fetching') return stay;
      return event.isRefused ? over('refused', { type: 'expire' }) : [{ phase: 'looking' }, [{ type: 'look' }]];
    case 'looked': {
      if (phase !== 'looking') return stay;
      const { act } = event;
      const isOurs = act === 'renew' || act === 'replace' || act === 'forget';
      return isOurs ? [{ phase: 'keeping' }, [{ type: 'keep', how: act }]] : over('done');
    }
    case 'kept':
      return phase === 'keeping' ? over('tells') : stay;
    case 'hello':
    case 'deadline':
      return phase === 'over' ? stay : over(event.type === 'hello' ? 'superseded' : 'late', { type: 'cancel' });
    default:
      return unreachable(event);
  }
}
