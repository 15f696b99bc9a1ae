import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import type { CoreApi } from '#contract/core.ts';
import type { Result } from '#contract/result.ts';
import { askAge } from './age.ts';
import type { EventName, EventProperties } from '#contract/measure/events.ts';
import { command } from './link.ts';

type Core = Omit<CoreApi, 'send' | 'sendText' | 'forward' | 'sendMedia' | 'track'> & {
  /** Notes that something happened; the core drops it where that is not allowed. */
  track<N extends EventName>(name: N, properties: EventProperties<N>): ReturnType<CoreApi['track']>;
  /** `replyTo`: the stanza id of the message that it replies to. */
  send(tid: string, draft: Parameters<CoreApi['send']>[1], replyTo?: string): ReturnType<CoreApi['send']>;
  forward(mid: string, tid: string): ReturnType<CoreApi['forward']>;
  sendMedia(tid: string, draft: Parameters<CoreApi['sendMedia']>[1]): ReturnType<CoreApi['sendMedia']>;
};
type Forwarder = (...args: readonly unknown[]) => Promise<unknown>;

/** Caches one forwarder per command. The names are checked by the type here, and by the guard in the core. */
const forwarders: Record<string | symbol, Forwarder> = {
  send: (tid, draft, replyTo = '') => forward('send', [tid, draft, nanoid(REQUEST_ID_LENGTH), replyTo]),
  forward: (mid, tid) => forward('forward', [mid, tid, nanoid(REQUEST_ID_LENGTH)]),
  sendMedia: (tid, draft) => forward('sendMedia', [tid, draft, nanoid(REQUEST_ID_LENGTH)]),
};

const send = (name: string, args: readonly unknown[]): Promise<Result<unknown>> =>
  command((remote) => (remote as unknown as Record<string, typeof remote.signOut>)[name]?.(...(args as [])) as never);

/** An act that waits for a birth date asks for it, and goes on once it is given. */
async function forward(name: string, args: readonly unknown[]): Promise<Result<unknown>> {
  const result = await send(name, args);
  if (result.ok || result.error.code !== 'age') return result;
  return (await askAge()) ? send(name, args) : result;
}

/** The core as pages use it. Every command answers with a Result; none throws, none hangs. */
export const core = new Proxy(forwarders, {
  get(known, name) {
    // The same function each time: effects of components depend on it.
    if (typeof name === 'string' && name !== 'then') known[name] ??= (...args) => forward(name, args);
    return known[name];
  },
}) as unknown as Core;
