import { unreachable } from '#contract/result.ts';

/**
 * State of a headless session in the service worker, as a pure state machine (law 5). Every core holds the lock
 * `core` while it works; this one acquires it only when it is free, and releases it at once when a page's core
 * requests it.
 *
 * | phase    | means                                                           | leaves by                      |
 * |----------|-----------------------------------------------------------------|--------------------------------|
 * | asking   | the lock is requested                                           | lock, hello, deadline          |
 * | checking | checks that a user is signed in and that no newer build has run | may, hello, deadline           |
 * | dialing  | one connection attempt, which retries sockets by itself         | up, failed, hello, deadline    |
 * | working  | the stream is up, or a former account's logout is being sent    | drained, lost, hello, deadline |
 * | ending   | the running transaction ends, the stream closes                 | closed                         |
 * | over     | the lock is released                                            | -                              |
 */
export type Brief = {
  readonly phase: 'asking' | 'checking' | 'dialing' | 'working' | 'ending' | 'over';
  /** How the session ended; set from `ending` on. */
  readonly end?: BriefEnd;
};

/**
 * How a headless session ended. `done`: its task is done, by default everything was sent and read. `busy`: another core is running and was
 * notified. `idle`: no account is signed in and no logout waits, or the database failed. `stale`: a newer build has run. `superseded`: a
 * page's core takes over. `late`: the deadline passed. `broken`: no stream came up, or it was lost. `refused`: the server rejected the
 * token.
 */
export type BriefEnd = 'done' | 'busy' | 'idle' | 'stale' | 'superseded' | 'late' | 'broken' | 'refused';

/** Inputs of the headless session's machine. */
export type BriefEvent =
  | { readonly type: 'lock'; readonly isFree: boolean }
  /** `signed-out`: no stream can be opened, but the logout of a former account waits. */
  | { readonly type: 'may'; readonly why: 'yes' | 'signed-out' | 'idle' | 'stale' }
  | { readonly type: 'up' }
  | { readonly type: 'failed'; readonly why: 'broken' | 'refused' }
  | { readonly type: 'lost' }
  /** The task of this session is done, for example its reply is sent. */
  | { readonly type: 'drained' }
  /** A page's core has announced itself. */
  | { readonly type: 'hello' }
  | { readonly type: 'deadline' }
  | { readonly type: 'closed' };

/** Outputs of the headless session's machine. */
export type BriefEffect =
  /** `work`: uses the stream. `send`: sends queued changes only. */
  | { readonly type: 'kick' | 'check' | 'dial' | 'work' | 'send' | 'expire' | 'free' | 'abort' }
  /** `leave`: closes the stream for good. `drop`: closes only the socket, so that the next core can resume the stream. */
  | { readonly type: 'close'; readonly how: 'leave' | 'drop' };

/** Result of a step of the headless session's machine (`Brief`): the next state and the effects to perform. */
export type BriefStep = readonly [Brief, readonly BriefEffect[]];

/** The initial state of a headless session. */
export const newBrief: Brief = { phase: 'asking' };

const over = (end: BriefEnd, ...effects: readonly BriefEffect[]): BriefStep => [
  { phase: 'over', end },
  [...effects, { type: 'free' }],
];

/**
 * Returns the next state and effects of a headless session (`Brief`), a core that the service worker runs without a page. Pure. An event
 * that does not fit the phase changes nothing.
 */
export function stepBrief(brief: Brief, event: BriefEvent): BriefStep {
  const stay: BriefStep = [brief, []];
  const { phase } = brief;
  switch (event.type) {
    case 'lock':
      if (phase !== 'asking') return stay;
      return event.isFree ? [{ phase: 'checking' }, [{ type: 'check' }]] : over('busy', { type: 'kick' });
    case 'may':
      if (phase !== 'checking') return stay;
      if (event.why === 'signed-out') return [{ phase: 'working' }, [{ type: 'send' }]];
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
