import xml, { type Element } from '@xmpp/xml';
import { MESSAGE_NS } from './message.ts';
import { type Payload, writePayload } from './payload.ts';

/**
 * A message as the edge wrote it and both sides store it: the input of its seal, which later proves a reported message. `at`: server
 * clock, ms.
 */
export type SealedMessage = {
  readonly from: number;
  readonly to: number;
  readonly id: string;
  readonly at: number;
  readonly sensitive: number;
  readonly payload: Payload;
};

/**
 * Returns the body and the `x` element of a message in the server form, as a report sends them and the seal covers them. Without picture
 * placeholders: they prove nothing and make up most of its bytes.
 */
export function evidenceOf(payload: Payload): { readonly body: string; readonly x: Element } {
  const { type, body, children = [] } = writePayload(payload, xml);
  for (const { attrs } of children) if (attrs['blur'] !== undefined) attrs['blur'] = '';
  return { body, x: xml('x', { xmlns: MESSAGE_NS, type }, ...children) };
}

/**
 * Returns the text that the edge signs when it forwards a message, and the server verifies when one is reported. It is derived from the
 * message alone and unique to it.
 */
export function sealedText({ from, to, id, at, sensitive, payload }: SealedMessage): string {
  const { body, x } = evidenceOf(payload);
  return JSON.stringify([from, to, id, at, sensitive, body, x.toString()]);
}
