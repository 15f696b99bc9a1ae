import {
  array,
  boolean,
  type GenericSchema,
  literal,
  maxLength,
  minLength,
  object,
  picklist,
  pipe,
  safeParse,
  strictTuple,
  tuple,
  unknown,
  variant,
} from 'valibot';
import { typedText } from '#contract/typed-text.ts';

const ARGUMENTS_MAX = 8;
const id = pipe(typedText, maxLength(256));
const raw = (value: GenericSchema) => object({ type: literal('RAW'), value });

/** The arguments of Comlink's `attach(tabId, quiet)`; all other commands are parsed by `guard.ts`. */
const attaching = strictTuple([raw(pipe(typedText, minLength(1), maxLength(256))), raw(boolean())]);

type Listener = (event: { data: unknown }) => void;
type Endpoint = {
  postMessage(message: unknown, transfer?: never): void;
  addEventListener(type: string, listener: never, options?: never): void;
  removeEventListener(type: string, listener: never, options?: never): void;
  start?(): void;
};

/**
 * An endpoint on which nothing but calls of these commands comes in. Comlink itself follows any path that it is sent, calls
 * and constructs what it finds there and assigns to it: `SET ['__proto__', 'then']` would end every promise of the core.
 */
export function onlyCalls(endpoint: Endpoint, names: readonly string[]) {
  const isCall = callOf(names);
  const wrapped = new Map<unknown, Listener>();
  return {
    postMessage: (message: unknown, transfer?: unknown) => endpoint.postMessage(message, transfer as never),
    addEventListener(type: string, listener: unknown): void {
      const forwardCalls: Listener = (event) => {
        if (!isCall(event.data)) return;
        if (typeof listener === 'function') listener(event);
        else (listener as { handleEvent(event: unknown): void }).handleEvent(event);
      };
      wrapped.set(listener, forwardCalls);
      endpoint.addEventListener(type, forwardCalls as never);
    },
    removeEventListener(type: string, listener: unknown): void {
      endpoint.removeEventListener(type, wrapped.get(listener) as never);
      wrapped.delete(listener);
    },
    start: () => endpoint.start?.(),
  };
}

function callOf(names: readonly string[]): (data: unknown) => boolean {
  const call = variant('type', [
    object({
      id,
      type: literal('APPLY'),
      path: strictTuple([picklist(names)]),
      argumentList: pipe(array(raw(unknown())), maxLength(ARGUMENTS_MAX)),
    }),
    object({ id, type: literal('RELEASE') }),
  ]);
  const isAttach = object({ path: tuple([literal('attach')]) });
  return (data) => {
    try {
      if (!safeParse(call, data).success) return false;
      return !safeParse(isAttach, data).success || safeParse(object({ argumentList: attaching }), data).success;
    } catch {
      // Something with a getter that throws.
      return false;
    }
  };
}
