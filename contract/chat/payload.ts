import type xml from '@xmpp/xml';
import type { Element } from '@xmpp/xml';
import type { KindFacts, Question, RefusedWhy } from './facts.ts';
import type { Category, KindRow, Written } from './kinds/kind.ts';
import { kinds } from './kinds/list.ts';

type Kind = (typeof kinds)[number];
/** The server form of a message: as it arrives and is stored, built from the server's facts. */
export type Payload = NonNullable<ReturnType<Kind['read']>>;
export type PayloadKind = Payload['kind'];
/** The client form: as a client sends it, with ids in place of facts. */
export type Sent = NonNullable<ReturnType<Kind['readSent']>>;
export type CategoryOf<K extends PayloadKind> = Extract<Kind, { readonly kind: K }>['category'];

/** The common type of all rows: TypeScript cannot infer it from the lookup. */
type AnyKind = KindRow & {
  readonly category: Category;
  readonly startsAs: Kind['startsAs'];
  readonly sent?: { write(value: Payload, build: typeof xml): Written };
  write(value: Payload, build: typeof xml): Written;
  read(body: string, x: Element): Payload | undefined;
  readSent(body: string, x: Element): Sent | undefined;
  needs?(sent: Sent): Question | undefined;
  completed(facts: KindFacts, sent: Sent): Payload | RefusedWhy;
  words?(sent: Sent): readonly string[];
  isBetween?(value: Payload, sender: number, addressee: number): boolean;
  about?(value: Payload, self: number): number | undefined;
  answers?(value: Payload): string | undefined;
  isSide?(value: Payload): boolean;
};
const rows = kinds as unknown as readonly AnyKind[];
const rowOfType = (type: number) => rows.find((row) => row.type === type);

/** Returns the row of a payload's kind. */
export function kindOf({ kind }: Pick<Payload, 'kind'>): AnyKind {
  const row = rows.find((one) => one.kind === kind);
  if (!row) throw new TypeError(`No kind ${kind}`);
  return row;
}

/** Returns the properties of a type number; undefined for one of a newer build. */
export const kindOfType = (type: number): KindRow | undefined => rowOfType(type);

/** Reads the server form. Undefined if this build cannot read the type, or the content does not validate. */
export const readPayload = (type: number, body: string, x: Element): Payload | undefined =>
  rowOfType(type)?.read(body, x);

/** Reads the client form. Undefined as for `readPayload`. */
export const readSent = (type: number, body: string, x: Element): Sent | undefined =>
  rowOfType(type)?.readSent(body, x);

/** Whether this build can read the type: a newer peer's message is stored, not dropped. */
export const isReadableType = (type: number) => rowOfType(type) !== undefined;

type Write = (payload: Payload, build: typeof xml) => { readonly type: number } & Written;

/** Writes the server form. */
export const writePayload: Write = (payload, build) => {
  const row = kindOf(payload);
  return { type: row.type, ...row.write(payload, build) };
};

/** Writes the client form, to which the edge adds the facts. */
export const writeSent: Write = (payload, build) => {
  const row = kindOf(payload);
  return { type: row.type, ...(row.sent ?? row).write(payload, build) };
};

/** Whether a message of the type may need facts. */
export const mayNeedFacts = (type: number): boolean => rowOfType(type)?.needs !== undefined;

/** Returns the lookups that completing a message requires; undefined if none. */
export const needsOf = (sent: Sent): Question | undefined => kindOf(sent).needs?.(sent);

const NO_FACTS: Omit<KindFacts, 'now'> = { media: new Map(), today: 0, lockId: '' };

/** Builds the server form from the client form, or returns the reason for refusal. `now`: server clock, ms. */
export const completeKind = (sent: Sent, now: number, facts?: KindFacts): Payload | RefusedWhy =>
  kindOf(sent).completed(facts ?? { ...NO_FACTS, now }, sent);

/** The texts for the word filter. */
export const wordsOfKind = (sent: Sent, body: string): readonly string[] => kindOf(sent).words?.(sent) ?? [body];

/** Whether the uids in a payload, if any, are those of its sender and its addressee. */
export const isBetween = (payload: Payload, sender: number, addressee: number): boolean =>
  kindOf(payload).isBetween?.(payload, sender, addressee) ?? true;
