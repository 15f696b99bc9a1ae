import { nanoid } from 'nanoid';
import type { EventName, EventProperties } from '#contract/analytics/events.ts';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import type { CoreApi, DeclarationName, UserActions } from '#contract/core.ts';
import type { Result } from '#contract/result.ts';
import { askAge } from './age.ts';
import { command } from './link.ts';
import { declarations, setShownAccount, shownAccount, storeDeclaration } from './page-state.ts';

/**
 * `beginCard` is also run by the card page itself when it opens. If the birth date is missing, it then fails with `age`, and the page's
 * button asks for the date.
 */
type AlsoByItself = 'beginCard';
type Core = Omit<CoreApi, Exclude<keyof UserActions, AlsoByItself> | DeclarationName | 'track'> & {
  /** Tracks an analytics event. The core drops it without consent. */
  track<N extends EventName>(name: N, properties: EventProperties<N>): ReturnType<CoreApi['track']>;
};
type Actions = Omit<
  UserActions,
  'send' | 'sendText' | 'forward' | 'retractMessage' | 'editMessage' | 'reactToMessage' | 'sendMedia'
> & {
  /** `replyTo`: stanza id of the message that it replies to. */
  send(tid: string, draft: Parameters<CoreApi['send']>[1], replyTo?: string): ReturnType<CoreApi['send']>;
  forward(mid: string, tid: string): ReturnType<CoreApi['forward']>;
  retractMessage(mid: string): ReturnType<CoreApi['retractMessage']>;
  reactToMessage(mid: string, emoji: string, isOn: boolean): ReturnType<CoreApi['reactToMessage']>;
  editMessage(mid: string, body: string): ReturnType<CoreApi['editMessage']>;
  /** `id`: stanza id of the message, for a caller that may repeat the command after it failed. */
  sendMedia(tid: string, draft: Parameters<CoreApi['sendMedia']>[1], id?: string): ReturnType<CoreApi['sendMedia']>;
};
type Forwarder = (...args: readonly unknown[]) => Promise<unknown>;
type Forwarders = Record<string | symbol, Forwarder>;

let reportBadRequest = () => {};
/** Sets what is called when the server rejects a command as malformed, as it may do with the requests of an older build. */
export const onBadRequest = (listener: () => void): void => {
  reportBadRequest = listener;
};

async function run(name: string, args: readonly unknown[], account = shownAccount()): Promise<Result<unknown>> {
  const result = await command<unknown>(
    (remote) => (remote as unknown as Record<string, typeof remote.signOut>)[name]?.(account, ...(args as [])) as never,
  );
  if (!result.ok && result.error.code === 'bad-request') reportBadRequest();
  return result;
}

/** Runs a command. If the account's birth date is missing, asks for it and then runs the command again. */
async function runForUser(name: string, args: readonly unknown[]): Promise<Result<unknown>> {
  const account = shownAccount();
  const result = await run(name, args, account);
  if (result.ok || result.error.code !== 'age') return result;
  return (await askAge()) ? run(name, args, account) : result;
}

type Send = (name: string, args: readonly unknown[]) => Promise<Result<unknown>>;

/** Creates and caches one forwarder per command. Command names are checked by the types here and by the guard in the core. */
const forward = (send: Send, forwarders: Forwarders = {}) =>
  new Proxy(forwarders, {
    get(known, name) {
      // Each name always returns the same function, because effects of components depend on it.
      if (typeof name === 'string' && name !== 'then') known[name] ??= (...args) => send(name, args);
      return known[name];
    },
  });

/**
 * Declares what this page shows, until the next declaration by the same command. It is repeated to every new core, and to the
 * same core for another account.
 */
export function declare<N extends DeclarationName>(name: N, ...args: Parameters<CoreApi[N]>): void {
  storeDeclaration(name, args);
  void run(name, args);
}

/** Sets the account that this page shows, for all later commands. What the page declared is declared for it as well. */
export function drawAccount(uid: number | null): void {
  if (uid === shownAccount()) return;
  setShownAccount(uid);
  for (const { name, args } of declarations()) void run(name, args);
}

/**
 * Commands of the core that the page may run by itself (refresh, effect, timer). They never open a dialog; they fail with `age` when the
 * birth date is missing. Every command resolves to a Result, also when no core answers (`command` in link.ts); none throws.
 */
export const core = forward(run) as unknown as Core;

/**
 * Commands of the core that a user action starts. If the birth date is missing, the user is asked for it and the command is repeated.
 * Commands that send, edit or retract a message or react to one get an idempotency key.
 */
export const userActions = forward(runForUser, {
  send: (tid, draft, replyTo = '') => runForUser('send', [tid, draft, nanoid(REQUEST_ID_LENGTH), replyTo]),
  forward: (mid, tid) => runForUser('forward', [mid, tid, nanoid(REQUEST_ID_LENGTH)]),
  retractMessage: (mid) => runForUser('retractMessage', [mid, nanoid(REQUEST_ID_LENGTH)]),
  reactToMessage: (mid, emoji, isOn) => runForUser('reactToMessage', [mid, emoji, isOn, nanoid(REQUEST_ID_LENGTH)]),
  editMessage: (mid, body) => runForUser('editMessage', [mid, body, nanoid(REQUEST_ID_LENGTH)]),
  sendMedia: (tid, draft, id = nanoid(REQUEST_ID_LENGTH)) => runForUser('sendMedia', [tid, draft, id]),
}) as unknown as Actions;
