import type xml from '@xmpp/xml';
import type { Element } from '@xmpp/xml';
import { isBlank } from '../text/visible-text.ts';
import type { KindFacts, KindRefusal, RequiredFacts } from './facts.ts';
import type { Category, KindRow, WirePayload } from './kinds/kind.ts';
import { kinds } from './kinds/list.ts';

type Kind = (typeof kinds)[number];
/** Content of a message in the server form: as it arrives at clients and is stored, built by the edge from the server's facts. */
export type Payload = NonNullable<ReturnType<Kind['read']>>;
/** Name of a message kind, such as `text` or `gift`. */
export type PayloadKind = Payload['kind'];
/** Content of a message in the client form: as a client sends it to the edge, with ids in place of facts. */
export type SentPayload = NonNullable<ReturnType<Kind['readSent']>>;
/** Category of the kind `K`. */
export type CategoryOf<K extends PayloadKind> = Extract<Kind, { readonly kind: K }>['category'];

/** The common type of the definitions of kinds (`kinds`): TypeScript cannot infer it from the lookup. */
type AnyKind = KindRow & {
  readonly category: Category;
  readonly startsAs: Kind['startsAs'];
  readonly sent?: { write(value: Payload, build: typeof xml): WirePayload };
  write(value: Payload, build: typeof xml): WirePayload;
  read(body: string, x: Element): Payload | undefined;
  readSent(body: string, x: Element): SentPayload | undefined;
  needs?(sent: SentPayload): RequiredFacts | undefined;
  completed(facts: KindFacts, sent: SentPayload): Payload | KindRefusal;
  mustSay?(sent: SentPayload): readonly string[];
  words?(sent: SentPayload): readonly string[];
  isBetween?(value: Payload, sender: number, addressee: number): boolean;
  about?(value: Payload, self: number): number | undefined;
  answers?(value: Payload): string | undefined;
  isSide?(value: Payload): boolean;
};
const rows = kinds as unknown as readonly AnyKind[];
const rowOfType = (type: number) => rows.find((row) => row.type === type);

/** Returns the definition of a payload's kind, with its codec and rules. */
export function kindOf({ kind }: Pick<Payload, 'kind'>): AnyKind {
  const row = rows.find((one) => one.kind === kind);
  if (!row) throw new TypeError(`No kind ${kind}`);
  return row;
}

/**
 * Whether a message counts as unread and is announced by a push: one of a kind with `isNews`, except the team's welcome, which every
 * account gets before anybody has written to it.
 */
export const isNews = (payload: Payload): boolean =>
  kindOf(payload).isNews && !(payload.kind === 'official_message' && payload.key === 'welcome');

/** Returns the definition of a type number on the wire; undefined for one of a newer build. */
export const kindOfType = (type: number): KindRow | undefined => rowOfType(type);

/**
 * Reads the server form from a message's type number, body and element `x`. Undefined if this build cannot read the type, or the content
 * does not validate.
 */
export const readPayload = (type: number, body: string, x: Element): Payload | undefined =>
  rowOfType(type)?.read(body, x);

/** Reads the client form at the edge. Undefined if this build cannot read the type, or the content does not validate. */
export const readSent = (type: number, body: string, x: Element): SentPayload | undefined =>
  rowOfType(type)?.readSent(body, x);

/**
 * Returns whether this build can read the type. A message of another type, from a newer peer, is stored unparsed and read after an update.
 */
export const isReadableType = (type: number) => rowOfType(type) !== undefined;

/** Finds the kind of a message without `x` by the child of a XEP that defines the kind (`KindRow.standard`), and that child. */
export function findStandard(stanza: Element): { readonly type: number; readonly child: Element } | undefined {
  for (const { type, standard } of rows) {
    const child = standard && stanza.getChild(standard.name, standard.xmlns);
    if (child) return { type, child };
  }
  return undefined;
}

type Write = (payload: Payload, build: typeof xml) => { readonly type: number } & WirePayload;

/** Writes body and children of `x` in the server form, for the edge and services. */
export const writePayload: Write = (payload, build) => {
  const row = kindOf(payload);
  return { type: row.type, ...row.write(payload, build) };
};

/** Writes body and children of `x` in the client form, to which the edge adds the facts. */
export const writeSent: Write = (payload, build) => {
  const row = kindOf(payload);
  return { type: row.type, ...(row.sent ?? row).write(payload, build) };
};

/** Returns whether messages of the type may need facts, before the edge parses one. */
export const mayNeedFacts = (type: number): boolean => rowOfType(type)?.needs !== undefined;

/** Returns the facts that the edge must look up before `completeKind`; undefined if none. */
export const needsOf = (sent: SentPayload): RequiredFacts | undefined => kindOf(sent).needs?.(sent);

const NO_FACTS: Omit<KindFacts, 'now'> = { media: new Map(), today: 0, lockId: '' };

/**
 * Builds the server form from the client form and its facts, or returns the reason for refusal. The edge decides with it; the sending
 * device previews with it. `now`: server clock, ms.
 */
export const completeKind = (sent: SentPayload, now: number, facts?: KindFacts): Payload | KindRefusal =>
  kindOf(sent).completed(facts ?? { ...NO_FACTS, now }, sent);

/** Returns the texts of a sent message that the edge checks with its word filter. */
export const wordsOfKind = (sent: SentPayload, body: string): readonly string[] => kindOf(sent).words?.(sent) ?? [body];

/** Returns whether one of the texts that the kind requires (`mustSay`) draws nothing; the edge and the core refuse such a message. */
export const hasBlankText = (sent: SentPayload): boolean => (kindOf(sent).mustSay?.(sent) ?? []).some(isBlank);

/** Returns whether the uids in a payload, if any, are those of its sender and its addressee; otherwise the edge refuses the message. */
export const isBetween = (payload: Payload, sender: number, addressee: number): boolean =>
  kindOf(payload).isBetween?.(payload, sender, addressee) ?? true;
