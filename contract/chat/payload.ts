import type { Element } from '@xmpp/xml';
import { call } from './call.ts';
import type { Written } from './codec.ts';
import { text } from './text.ts';

/** A new message type is one file, one row here, one bubble in `src/messages/bubbles`, one golden case. */
const codecs = [text, call] as const;

export type Payload = NonNullable<ReturnType<(typeof codecs)[number]['read']>>;
export type PayloadKind = Payload['kind'];

/** Undefined when this build knows no such type, or the content does not validate. */
export function readPayload(type: number, body: string, x: Element): Payload | undefined {
  return codecs.find((codec) => codec.type === type)?.read(body, x);
}

/** Whether this build can read the type at all: a newer peer's message is kept, not dropped. */
export const isReadableType = (type: number) => codecs.some((codec) => codec.type === type);

export function writePayload(payload: Payload): { readonly type: number } & Written {
  const codec = codecs.find((candidate) => candidate.kind === payload.kind);
  if (!codec) throw new TypeError(`No codec for ${payload.kind}`);
  // The codec of that kind takes that payload; TypeScript does not follow the search.
  const write = codec.write as (value: Payload) => Written;
  return { type: codec.type, ...write(payload) };
}
