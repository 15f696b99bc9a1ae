import type xml from '@xmpp/xml';
import type { Element } from '@xmpp/xml';
import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import type { Service } from '../../jid.ts';

/** What a payload puts on the wire: the body, and children of the `x` element for the rest. */
export type Written = { readonly body: string; readonly children?: readonly Element[] };

/** Says words of the reader's language by their key (`src/i18n/locales/<lng>/push.json`), with the name they speak of put in. */
export type Say<W extends string> = (key: W, values?: { readonly name: string }) => string;

/** What every build knows of a type number (product 3.4), also where it cannot read the content. */
export type KindRow = {
  /** Travels on the wire. */
  readonly type: number;
  readonly kind: string;
  /** Who may send it: everybody who may write to the addressee, or one service alone (threats: privileged types). */
  readonly sentBy: 'people' | Service;
  /** Counts as unread, and a notification tells of it (product 4.3). */
  readonly isNews: boolean;
};

type Spec<
  T extends number,
  K extends string,
  S extends GenericSchema,
  L extends object,
  F extends object,
  W extends string,
> = {
  readonly type: T;
  readonly kind: K;
  readonly sentBy: KindRow['sentBy'];
  readonly isNews: boolean;
  /** `chat`: a part of the talk. `call`: offers a call, so it is not shown during one. */
  readonly category: 'chat' | 'call';
  /** The person is called as well: no notification tells of the message. */
  readonly rings?: true;
  /** State of an outgoing message at first (product 4.2): `success` where its outcome is told elsewhere. */
  readonly startsAs: 'sending' | 'success';
  /** What travels. What does not validate is not that kind of message. */
  readonly schema: S;
  /** What never travels: the rest of the payload, with its first values. This device changes them later. */
  readonly local?: L;
  write(value: InferOutput<S>, build: typeof xml): Written;
  /** `x` is the urn:gemcall:message:1 element. Whatever comes back is parsed by the schema. */
  read(body: string, x: Element): unknown;
  /** Whether the uids that it names are those of its sender and its addressee. Left out where it names none. */
  isBetween?(value: InferOutput<S>, sender: number, addressee: number): boolean;
  /** What a line about the message is made from. Stored, so it is short. */
  facts(value: InferOutput<S>): F;
  /** The line in the list of conversations and in a notification. Made when it is drawn, in the reader's language. */
  preview(facts: F, say: Say<W>): string;
};

/** One kind of message, whole: whatever else depends on the kind is derived from its row. */
export function defineKind<
  const T extends number,
  const K extends string,
  S extends GenericSchema,
  F extends object,
  L extends object = object,
  W extends string = never,
>(spec: Spec<T, K, S, L, F, W>) {
  type Payload = { readonly kind: K } & InferOutput<S> & L;
  return {
    ...spec,
    read(body: string, x: Element): Payload | undefined {
      const parsed = safeParse(spec.schema, spec.read(body, x));
      return parsed.success
        ? { kind: spec.kind, ...(parsed.output as InferOutput<S> & object), ...(spec.local as L) }
        : undefined;
    },
    facts: (value: Payload): { readonly kind: K } & F => ({ kind: spec.kind, ...spec.facts(value) }),
  };
}
