import { nanoid } from 'nanoid';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import type { CoreApi } from '#contract/core.ts';
import { command } from './link.ts';

type Core = Omit<CoreApi, 'sendText' | 'sendTranslated' | 'sendMedia'> & {
  sendMedia(...args: DropLast<Parameters<CoreApi['sendMedia']>>): ReturnType<CoreApi['sendMedia']>;
  sendText(tid: string, body: string): ReturnType<CoreApi['sendText']>;
  sendTranslated(...args: DropLast<Parameters<CoreApi['sendTranslated']>>): ReturnType<CoreApi['sendTranslated']>;
};
type DropLast<Args extends readonly unknown[]> = Args extends readonly [...infer Rest, unknown] ? Rest : never;
type Forwarder = (...args: readonly unknown[]) => Promise<unknown>;

/** Caches one forwarder per command. The names are checked by the type here, and by the guard in the core. */
const forwarders: Record<string | symbol, Forwarder> = {
  sendText: (tid, body) => forward('sendText', [tid, body, nanoid(REQUEST_ID_LENGTH)]),
  sendMedia: (...args) => forward('sendMedia', [...args, nanoid(REQUEST_ID_LENGTH)]),
  sendTranslated: (...args) => forward('sendTranslated', [...args, nanoid(REQUEST_ID_LENGTH)]),
};

const forward = (name: string, args: readonly unknown[]) =>
  command((remote) => (remote as unknown as Record<string, typeof remote.signOut>)[name]?.(...(args as [])) as never);

/** The core as pages use it. Every command answers with a Result; none throws, none hangs. */
export const core = new Proxy(forwarders, {
  get(known, name) {
    // The same function each time: effects of components depend on it.
    if (typeof name === 'string' && name !== 'then') known[name] ??= (...args) => forward(name, args);
    return known[name];
  },
}) as unknown as Core;
