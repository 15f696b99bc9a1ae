import { unreachable } from '#contract/result.ts';

/**
 * The short life of a core in the service worker, as a pure machine (law 5). Each core holds the lock `core` while it works; this
 * one takes it only when it is free, and gives it back at once when a page's core asks.
 *
 * | phase    | means                                                      | leaves by                           |
 * |----------|------------------------------------------------------------|-------------------------------------|
 * | asking   | the lock is asked for                                      | lock                                |
 * | checking | whether somebody is signed in, and no newer build was here | may, hello, deadline                |
 * | dialing  | one attempt, which tries sockets again by itself           | up, failed, hello, deadline         |
 * | working  | the stream is up                                           | drained, lost, hello, deadline      |
 * | ending   | the transaction under way ends, the stream closes          | closed                              |
 * | over     | the lock is free                                           | -                                   |
 */
export type Brief = {
  readonly phase: 'asking' | 'checking' | 'dialing' | 'working' | 'ending' | 'over';
  /** How it ended, from `ending` on. */
  readonly end?: BriefEnd;
};

/**
 * `busy`: another core lives and was told. `idle`: no account is signed in. `stale`: a newer build was here. `superseded`: a page's core
 * does the rest. `late`: not all was done in time. `broken`: no stream.
 */
export type BriefEnd = 'done' | 'busy' | 'idle' | 'stale' | 'superseded' | 'late' | 'broken' | 'refused';

export type BriefEvent =
  | { readonly type: 'lock'; readonly isFree: boolean }
  | { readonly type: 'may'; readonly why: 'yes' | 'idle' | 'stale' }
  | { readonly type: 'up' }
  | { readonly type: 'failed'; readonly why: 'broken' | 'refused' }
  | { readonly type: 'lost' }
  /** All that it was begun for is done. */
  | { readonly type: 'drained' }
  /** A core of a page has come. */
  | { readonly type: 'hello' }
  | { readonly type: 'deadline' }
  | { readonly type: 'closed' };

export type BriefEffect =
  | { readonly type: 'kick' | 'check' | 'dial' | 'work' | 'expire' | 'free' | 'abort' }
  /** `leave`: the server forgets the stream. `drop`: the next core takes it over. */
  | { readonly type: 'close'; readonly how: 'leave' | 'drop' };

export type BriefStep = readonly [Brief, readonly BriefEffect[]];

export const newBrief: Brief = { phase: 'asking' };

const over = (end: BriefEnd, ...effects: readonly BriefEffect[]): BriefStep => [
  { phase: 'over', end },
  [...effects, { type: 'free' }],
];

/** Same state and event, same step. What comes too late changes nothing. */
export function stepBrief(brief: Brief, event: BriefEvent): BriefStep {
  const stay: BriefStep = [brief, []];
  const { phase } = brief;
  switch (event.type) {
    case 'lock':
      if (phase !== 'asking') return stay;
      return event.isFree ? [{ phase: 'checking' }, [{ type: 'check' }]] : over('busy', { type: 'kick' });
    case 'may':
      if (phase !== 'checking') return stay;
      return event.why === 'yes' ? [{ phase: 'dialing' }, [{ type: 'dial' }]] : over(event.why);
    case 'up':
      return phase === 'dialing' ? [{ phase: 'working' }, [{ type: 'work' }]] : stay;
    case 'failed':
      if (phase !== 'dialing') return stay;
      return event.why === 'refused' ? over('refused', { type: 'expire' }) : over('broken');
    case 'lost':
      return phase === 'working' ? [{ phase: 'ending', end: 'broken' }, [{ type: 'close', how: 'drop' }]] : stay;
    case 'drained':
      return phase === 'working' ? [{ phase: 'ending', end: 'done' }, [{ type: 'close', how: 'leave' }]] : stay;
    case 'hello':
      return leave(brief, 'superseded');
    case 'deadline':
      return leave(brief, 'late');
    case 'closed':
      return phase === 'ending' ? [{ ...brief, phase: 'over' }, [{ type: 'free' }]] : stay;
    default:
      return unreachable(event);
  }
}

function leave(brief: Brief, end: 'superseded' | 'late'): BriefStep {
  switch (brief.phase) {
    case 'asking':
    case 'checking':
      return over(end);
    case 'dialing':
      return over(end, { type: 'abort' });
    case 'working':
      return [{ phase: 'ending', end }, [{ type: 'close', how: 'drop' }]];
    case 'ending':
    case 'over':
      return [brief, []];
    default:
      return unreachable(brief.phase);
  }
}
