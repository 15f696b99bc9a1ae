import type { Element } from '@xmpp/xml';
import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import type { MessageType } from './message-type.ts';

/** What a payload puts on the wire: the body, and children of the `x` element for the rest. */
export type Written = { readonly body: string; readonly children?: readonly Element[] };

type Spec<T extends MessageType, K extends string, S extends GenericSchema> = {
  readonly type: T;
  readonly kind: K;
  readonly schema: S;
  write(value: InferOutput<S>): Written;
  /** `x` is the urn:gemcall:message:1 element. Whatever comes back is parsed by the schema. */
  read(body: string, x: Element): unknown;
};

/** One codec per message type. What does not validate is not that kind of message. */
export function defineCodec<const T extends MessageType, const K extends string, const S extends GenericSchema>(
  spec: Spec<T, K, S>,
) {
  const { type, kind, schema } = spec;
  return {
    type,
    kind,
    write: (value: { readonly kind: K } & InferOutput<S>) => spec.write(value),
    read(body: string, x: Element): ({ readonly kind: K } & InferOutput<S>) | undefined {
      const parsed = safeParse(schema, spec.read(body, x));
      return parsed.success ? { kind, ...(parsed.output as InferOutput<S> & object) } : undefined;
    },
  };
}
