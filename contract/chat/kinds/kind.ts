import type xml from '@xmpp/xml';
import type { Element } from '@xmpp/xml';
import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import type { KindFacts, KindRefusal, RequiredFacts } from '../facts.ts';

/** Wire form of a payload: the body, and children of the `x` element for the rest. */
export type WirePayload = { readonly body: string; readonly children?: readonly Element[] };

/** Role of an account in the rules of a kind: `A`, a host (anchor), or `V`, a user who calls hosts (viewer). */
export type Role = 'A' | 'V';
/** Category of a message kind (`msgCategory`), by which screens filter: calls and call offers are not shown during a call. */
export type Category = 'chat' | 'gift' | 'call' | 'relation' | 'official' | 'control';

/** Properties of a message kind that edge, core and services check without its content (product 3.4). */
export type KindRow = {
  /** Number of the kind in the stanza (docs/wire.md). */
  readonly type: number;
  readonly kind: string;
  /** Permitted senders: every user who may write to the addressee, or one service (threats: privileged types). */
  readonly sentBy: 'people' | 'gift' | 'official';
  /** True: messages of the kind count as unread and are announced by a notification (product 4.3), but for one (`isNews` in payload.ts). */
  readonly isNews: boolean;
  readonly category: Category;
  /** Roles of sender and addressee, if restricted. The edge checks them. */
  readonly roles?: { readonly from: Role; readonly to?: Role };
  /** Travels as a headline: neither archived nor copied to other devices. */
  readonly transient?: true;
  /**
   * The only child of `x`, by which a XEP defines the kind. It is in the message as well, for clients that know only that XEP, and the edge
   * reads it there in the messages of such clients.
   */
  readonly standard?: { readonly name: string; readonly xmlns: string };
};

/** The client form of a kind whose server form holds facts of the server. */
type SentForm<N extends GenericSchema, T> = {
  readonly schema: N;
  read(body: string, x: Element): unknown;
  /** Writes the client form from the stored payload. */
  write(value: T, build: typeof xml): WirePayload;
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
  /** Initial state of an outgoing message (product 4.2): `success` if its outcome is reported elsewhere. */
  readonly startsAs: 'sending' | 'success';
  /** The server form: as it arrives and is stored. Content that does not validate is not a message of this kind. */
  readonly schema: S;
  /** Initial values of the local part of the payload, which is never sent. This device changes them later. */
  readonly local?: L;
  write(value: InferOutput<S>, build: typeof xml): WirePayload;
  /** `x` is the urn:gemcall:message:1 element. The schema validates the result. */
  read(body: string, x: Element): unknown;
  /** Absent if the server form is used in both directions. */
  readonly sent?: SentForm<N, InferOutput<S>>;
  /** Returns the lookups that completing a message requires; undefined if none. */
  needs?(sent: InferOutput<N>): RequiredFacts | undefined;
  /** Builds the server form from the client form. `facts.media` holds only the sender's own media. */
  complete?(facts: KindFacts, sent: InferOutput<N>): InferOutput<S> | KindRefusal;
  /** The texts for the word filter. Default: the body alone. */
  words?(sent: InferOutput<N>): readonly string[];
  /** Returns the texts that must draw something (`isBlank`). Absent if the kind has none. */
  mustSay?(sent: InferOutput<N>): readonly string[];
  /** Whether the uids in the payload are those of its sender and addressee. Absent if it names none. */
  isBetween?(value: InferOutput<S>, sender: number, addressee: number): boolean;
  /** For kinds of a service: the uid of the conversation in which it is filed. Undefined: the service's own conversation. */
  about?(value: InferOutput<S>, self: number): number | undefined;
  /** Returns the stanza id of the message that a message of this kind changes or answers; undefined if there is none. */
  answers?(value: InferOutput<S>): string | undefined;
  /** Whether a message of this kind is stored but never drawn, because it only changes another message. */
  isSide?(value: InferOutput<S>): boolean;
};

/**
 * Defines one message kind completely: its wire forms, schema and rules. Everything else that depends on the kind is derived from this row
 * and from its line (lines.ts).
 */
export function defineKind<
  const T extends number,
  const K extends string,
  const C extends Category,
  S extends GenericSchema,
  L extends object = object,
  N extends GenericSchema = S,
>(spec: Spec<T, K, C, S, L, N>) {
  type ServerForm = { readonly kind: K } & InferOutput<S> & L;
  type Sent = { readonly kind: K } & InferOutput<N>;
  const read = (body: string, x: Element): ServerForm | undefined => {
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
    /** Without `complete`, the client form is the server form. */
    completed(facts: KindFacts, sent: Sent): ServerForm | KindRefusal {
      if (!spec.complete) return sent as unknown as ServerForm;
      const result = spec.complete(facts, sent);
      return typeof result === 'string'
        ? (result as KindRefusal)
        : { kind: spec.kind, ...(result as InferOutput<S> & object), ...(spec.local as L) };
    },
  };
}
