import type { PushStep } from '#contract/away/step-token.ts';
import { unreachable } from '#contract/result.ts';

/**
 * What the service worker fetches twice a day for an installed app, as a pure machine (law 5). It holds the lock `core` meanwhile,
 * takes it only when it is free, and gives it back at once when a page's core asks.
 *
 * | phase    | means                                                      | leaves by                     |
 * |----------|------------------------------------------------------------|-------------------------------|
 * | asking   | the lock is asked for                                      | lock                          |
 * | checking | whether somebody is signed in, and no newer build was here | may, hello, deadline          |
 * | fetching | the list of hosts, free calls, the site's configuration    | fetched, hello, deadline      |
 * | looking  | what became of the push subscription                       | looked, hello, deadline       |
 * | keeping  | the subscription and its record are brought in line        | kept, hello, deadline         |
 * | over     | the lock is free                                           | -                             |
 */
export type Refresh = {
  readonly phase: 'asking' | 'checking' | 'fetching' | 'looking' | 'keeping' | 'over';
  /** How it ended. */
  readonly end?: RefreshEnd;
};

/** `tells`: the server has to hear of another push subscription, which waits in the queue. The others as of a short core. */
export type RefreshEnd = 'done' | 'tells' | 'busy' | 'idle' | 'stale' | 'superseded' | 'late' | 'refused';
/** What the worker does by itself. The first subscription is a page's: somebody has to want it. */
export type RefreshKeep = 'renew' | 'replace' | 'forget';

export type RefreshEvent =
  | { readonly type: 'lock'; readonly isFree: boolean }
  | { readonly type: 'may'; readonly why: 'yes' | 'idle' | 'stale' }
  | { readonly type: 'fetched'; readonly isRefused: boolean }
  | { readonly type: 'looked'; readonly act: PushStep['act'] }
  | { readonly type: 'kept' }
  /** A core of a page has come. */
  | { readonly type: 'hello' }
  | { readonly type: 'deadline' };

export type RefreshEffect =
  | { readonly type: 'check' | 'fetch' | 'look' | 'cancel' | 'expire' | 'free' }
  | { readonly type: 'keep'; readonly how: RefreshKeep };

export type RefreshStep = readonly [Refresh, readonly RefreshEffect[]];

export const newRefresh: Refresh = { phase: 'asking' };

const over = (end: RefreshEnd, ...effects: readonly RefreshEffect[]): RefreshStep => [
  { phase: 'over', end },
  [...effects, { type: 'free' }],
];

/** Same state and event, same step. What comes too late changes nothing. */
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
