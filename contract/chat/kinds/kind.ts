import type xml from '@xmpp/xml';
import type { Element } from '@xmpp/xml';
import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import type { KindFacts, Question, RefusedWhy } from '../facts.ts';

/** What a payload puts on the wire: the body, and children of the `x` element for the rest. */
export type Written = { readonly body: string; readonly children?: readonly Element[] };

/** A host (anchor), or somebody who calls them (viewer). */
export type Role = 'A' | 'V';
/** What sort of event a message is (`msgCategory`). The call and what offers one are not shown during a call. */
export type Category = 'chat' | 'gift' | 'call' | 'relation' | 'official' | 'control';

/** What is known of a type number (product 3.4). */
export type KindRow = {
  /** Travels on the wire. */
  readonly type: number;
  readonly kind: string;
  /** Who may send it: everybody who may write to the addressee, or one service alone (threats: privileged types). */
  readonly sentBy: 'people' | 'gift' | 'official';
  /** Counts as unread, and is shown by a notification (product 4.3). */
  readonly isNews: boolean;
  readonly category: Category;
  /** Who may send it to whom, where that is not left to everybody. The edge checks it. */
  readonly roles?: { readonly from: Role; readonly to?: Role };
  /** Travels as a headline: neither archived nor copied to other devices. */
  readonly transient?: true;
};

/** The form in which a client sends a kind whose told form holds facts of the server. */
type SentForm<N extends GenericSchema, T> = {
  readonly schema: N;
  read(body: string, x: Element): unknown;
  /** Writes it from what the core stores. */
  write(value: T, build: typeof xml): Written;
};

type Spec<
  T extends number,
  K extends string,
  C extends Category,
  S extends GenericSchema,
  L extends object,
  N extends GenericSchema,
> = Omit<KindRow, 'type' | 'kind' | 'category'> & {
  readonly type: T;
  readonly kind: K;
  readonly category: C;
  /** State of an outgoing message at first (product 4.2): `success` where its outcome is told elsewhere. */
  readonly startsAs: 'sending' | 'success';
  /** The told form: what arrives and is stored. What does not validate is not that kind of message. */
  readonly schema: S;
  /** What never travels: the rest of the payload, with its first values. This device changes them later. */
  readonly local?: L;
  write(value: InferOutput<S>, build: typeof xml): Written;
  /** `x` is the urn:gemcall:message:1 element. Whatever comes back is parsed by the schema. */
  read(body: string, x: Element): unknown;
  /** Left out where the told form travels both ways. */
  readonly sent?: SentForm<N, InferOutput<S>>;
  /** What must be looked up to complete a message; undefined when nothing must. */
  needs?(sent: InferOutput<N>): Question | undefined;
  /** Makes the told form out of the sent one. Of `facts.media` only the sender's own are there. */
  complete?(facts: KindFacts, sent: InferOutput<N>): InferOutput<S> | RefusedWhy;
  /** The texts that the word list is to read; the body alone where it is left out. */
  words?(sent: InferOutput<N>): readonly string[];
  /** Whether the uids that it names are those of its sender and its addressee. Left out where it names none. */
  isBetween?(value: InferOutput<S>, sender: number, addressee: number): boolean;
  /** Of a service's kind: the uid in whose conversation it is filed. Undefined: none, so it is the service's own. */
  about?(value: InferOutput<S>, self: number): number | undefined;
  /** The stanza id of the message that it changes or answers. */
  answers?(value: InferOutput<S>): string | undefined;
  /** Stored, but never drawn: it only changes another message. */
  isSide?(value: InferOutput<S>): boolean;
};

/** One kind of message, whole: whatever else depends on the kind is derived from its row, and from its line (lines.ts). */
export function defineKind<
  const T extends number,
  const K extends string,
  const C extends Category,
  S extends GenericSchema,
  L extends object = object,
  N extends GenericSchema = S,
>(spec: Spec<T, K, C, S, L, N>) {
  type Told = { readonly kind: K } & InferOutput<S> & L;
  type Sent = { readonly kind: K } & InferOutput<N>;
  const read = (body: string, x: Element): Told | undefined => {
    const parsed = safeParse(spec.schema, spec.read(body, x));
    return parsed.success
      ? { kind: spec.kind, ...(parsed.output as InferOutput<S> & object), ...(spec.local as L) }
      : undefined;
  };
  return {
    ...spec,
    read,
    readSent(body: string, x: Element): Sent | undefined {
      const { sent } = spec;
      if (!sent) return read(body, x) as Sent | undefined;
      const parsed = safeParse(sent.schema, sent.read(body, x));
      return parsed.success ? { kind: spec.kind, ...(parsed.output as InferOutput<N> & object) } : undefined;
    },
    /** Undefined in `complete`: what was sent is what is told. */
    completed(facts: KindFacts, sent: Sent): Told | RefusedWhy {
      if (!spec.complete) return sent as unknown as Told;
      const told = spec.complete(facts, sent);
      return typeof told === 'string'
        ? (told as RefusedWhy)
        : { kind: spec.kind, ...(told as InferOutput<S> & object), ...(spec.local as L) };
    },
  };
}
