import xml, { type Element } from '@xmpp/xml';
import { MESSAGE_NS } from './message.ts';
import { type Payload, writePayload } from './payload.ts';

/** A message as the edge wrote it and both sides keep it. `at`: server clock, ms. */
export type Evidence = {
  readonly from: number;
  readonly to: number;
  readonly id: string;
  readonly at: number;
  readonly sensitive: number;
  readonly payload: Payload;
};

/**
 * The body and the `x` element of a message as it is told, without the placeholders of its pictures: they prove nothing, and are
 * most of its bytes.
 */
export function evidenceOf(payload: Payload): { readonly body: string; readonly x: Element } {
  const { type, body, children = [] } = writePayload(payload, xml);
  for (const { attrs } of children) if (attrs['blur'] !== undefined) attrs['blur'] = '';
  return { body, x: xml('x', { xmlns: MESSAGE_NS, type }, ...children) };
}

/** What the edge signs. Whoever has the message can write the same text, and no other message has it. */
export function sealedText({ from, to, id, at, sensitive, payload }: Evidence): string {
  const { body, x } = evidenceOf(payload);
  return JSON.stringify([from, to, id, at, sensitive, body, x.toString()]);
}
