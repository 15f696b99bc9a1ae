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
  strictObject,
  strictTuple,
  tuple,
  union,
  unknown,
  variant,
} from 'valibot';
import { DECLARATIONS } from '#contract/core.ts';
import { typedText } from '#contract/text/typed-text.ts';

const ARGUMENTS_MAX = 8;
const id = pipe(typedText, maxLength(256));
const raw = (value: GenericSchema) => object({ type: literal('RAW'), value });

/** Schema of a declaration; its account and arguments are validated in `guard.ts`. */
const declaration = strictObject({ name: picklist(DECLARATIONS), account: unknown(), args: array(unknown()) });
/** Schemas of the id of a tab and of `isQuiet`, the arguments of `attach` in every build, in Comlink's format. */
const tab = [raw(pipe(typedText, minLength(1), maxLength(256))), raw(boolean())] as const;
/** Schema of the arguments of `attach` in Comlink's format. All other commands are validated in `guard.ts`. */
const attaching = union([
  strictTuple([...tab, raw(pipe(array(declaration), maxLength(DECLARATIONS.length)))]),
  // A tab of an older build declares nothing here.
  strictTuple(tab),
]);

type Listener = (event: { data: unknown }) => void;
type Endpoint = {
  postMessage(message: unknown, transfer?: never): void;
  addEventListener(type: string, listener: never, options?: never): void;
  removeEventListener(type: string, listener: never, options?: never): void;
  start?(): void;
};

/**
 * Wraps an endpoint so that it only passes on calls of these commands, and Comlink's release. Comlink itself follows any property path in a
 * message, calls and constructs what it finds there and assigns to it: `SET ['__proto__', 'then']` would break every promise of the core.
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
      // The message has a getter that throws.
      return false;
    }
  };
}
