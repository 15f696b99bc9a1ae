import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import type { CoreApi, UserActions } from '#contract/core.ts';
import type { EventName, EventProperties } from '#contract/measure/events.ts';
import type { Result } from '#contract/result.ts';
import { askAge } from './age.ts';
import { command } from './link.ts';

/** The card page starts it at its address, too: there it fails with `age`, and the button below asks. */
type AlsoByItself = 'beginCard';
type Core = Omit<CoreApi, Exclude<keyof UserActions, AlsoByItself> | 'track'> & {
  /** Notes that something happened; the core drops it where that is not allowed. */
  track<N extends EventName>(name: N, properties: EventProperties<N>): ReturnType<CoreApi['track']>;
};
type Actions = Omit<UserActions, 'send' | 'sendText' | 'forward' | 'sendMedia'> & {
  /** `replyTo`: the stanza id of the message that it replies to. */
  send(tid: string, draft: Parameters<CoreApi['send']>[1], replyTo?: string): ReturnType<CoreApi['send']>;
  forward(mid: string, tid: string): ReturnType<CoreApi['forward']>;
  sendMedia(tid: string, draft: Parameters<CoreApi['sendMedia']>[1]): ReturnType<CoreApi['sendMedia']>;
};
type Forwarder = (...args: readonly unknown[]) => Promise<unknown>;
type Forwarders = Record<string | symbol, Forwarder>;

const run = (name: string, args: readonly unknown[]): Promise<Result<unknown>> =>
  command((remote) => (remote as unknown as Record<string, typeof remote.signOut>)[name]?.(...(args as [])) as never);

/** Where the account's birth date is missing, asks the user for it and then runs the command again. */
async function runForUser(name: string, args: readonly unknown[]): Promise<Result<unknown>> {
  const result = await run(name, args);
  if (result.ok || result.error.code !== 'age') return result;
  return (await askAge()) ? run(name, args) : result;
}

/** Creates and caches one forwarder per command. The names are checked by the types here, and by the guard in the core. */
const forward = (send: typeof run, forwarders: Forwarders = {}) =>
  new Proxy(forwarders, {
    get(known, name) {
      // The same function each time: effects of components depend on it.
      if (typeof name === 'string' && name !== 'then') known[name] ??= (...args) => send(name, args);
      return known[name];
    },
  });

/**
 * Commands that the page may run by itself: a refresh, an effect, a timer. They never open a dialog; where the birth date is
 * missing they fail with `age`. Every command answers with a Result; none throws, none hangs.
 */
export const core = forward(run) as unknown as Core;

/** Commands that an action of the user starts. Where the birth date is missing the user is asked for it, and the action goes on. */
export const userActions = forward(runForUser, {
  send: (tid, draft, replyTo = '') => runForUser('send', [tid, draft, nanoid(REQUEST_ID_LENGTH), replyTo]),
  forward: (mid, tid) => runForUser('forward', [mid, tid, nanoid(REQUEST_ID_LENGTH)]),
  sendMedia: (tid, draft) => runForUser('sendMedia', [tid, draft, nanoid(REQUEST_ID_LENGTH)]),
}) as unknown as Actions;
