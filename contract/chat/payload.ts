import type xml from '@xmpp/xml';
import type { Element } from '@xmpp/xml';
import type { KindRow, Say, Written } from './kinds/kind.ts';
import { kinds, laterKinds } from './kinds/list.ts';

type Kind = (typeof kinds)[number];
export type Payload = NonNullable<ReturnType<Kind['read']>>;
export type PayloadKind = Payload['kind'];

/** What a line about a message is made from: facts and no words, so that it is said in the language of the moment. */
export type PreviewFacts = ReturnType<Kind['facts']> | { readonly kind: 'covered' | 'removed' | 'unsupported' };
type PreviewWord = Parameters<Parameters<Kind['preview']>[1]>[0] | 'covered' | 'removed' | 'unsupported';
export type SayPreview = Say<PreviewWord>;

/** A row as any kind's payload and facts are put through it: TypeScript does not follow the search. */
type AnyKind = {
  readonly category: Kind['category'];
  readonly rings?: true;
  readonly startsAs: Kind['startsAs'];
  readonly type: number;
  write(value: Payload, build: typeof xml): Written;
  isBetween?(value: Payload, sender: number, addressee: number): boolean;
  facts(value: Payload): PreviewFacts;
  preview(facts: PreviewFacts, say: SayPreview): string;
};
const rowOf = (kind: string) => kinds.find((row) => row.kind === kind) as AnyKind | undefined;

/** Returns the row of a payload's kind. */
export function kindOf(payload: Pick<Payload, 'kind'>): AnyKind {
  const row = rowOf(payload.kind);
  if (!row) throw new TypeError(`No kind ${payload.kind}`);
  return row;
}

/** Returns what is known of a type number, whether this build reads it or not; undefined when no build so far knows it. */
export const kindOfType = (type: number): KindRow | undefined =>
  kinds.find((row) => row.type === type) ?? laterKinds.find((row) => row.type === type);

/** Undefined when this build cannot read the type, or the content does not validate. */
export const readPayload = (type: number, body: string, x: Element): Payload | undefined =>
  kinds.find((row) => row.type === type)?.read(body, x);

/** Whether this build can read the type at all: a newer peer's message is kept, not dropped. */
export const isReadableType = (type: number) => kinds.some((row) => row.type === type);

export function writePayload(payload: Payload, build: typeof xml): { readonly type: number } & Written {
  const row = kindOf(payload);
  return { type: row.type, ...row.write(payload, build) };
}

/** Whether the uids in a payload, if any, are those of its sender and its addressee. */
export const isBetween = (payload: Payload, sender: number, addressee: number): boolean =>
  kindOf(payload).isBetween?.(payload, sender, addressee) ?? true;

/** Returns the line about a message. It never says what the conversation covers: others may see the screen. */
export const previewOf = (facts: PreviewFacts, say: SayPreview): string =>
  // A row of the database may be of a newer build's kind.
  rowOf(facts.kind)?.preview(facts, say) ??
  say(facts.kind === 'covered' || facts.kind === 'removed' ? facts.kind : 'unsupported');

/** Whether a notification tells of the message. */
export const isNotified = (facts: PreviewFacts): boolean => rowOf(facts.kind)?.rings !== true;
