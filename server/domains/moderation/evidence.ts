import { timingSafeEqual } from 'node:crypto';
import type { Input } from '../../../contract/api/endpoint.ts';
import { MESSAGE_NS } from '../../../contract/chat/message.ts';
import { type Payload, readPayload } from '../../../contract/chat/payload.ts';
import { sealedText } from '../../../contract/chat/seal.ts';
import type { Endpoints } from '../../../contract/endpoints.ts';
import { plainText } from '../../../contract/xml/characters.ts';
import { XmlRefused } from '../../platform/edge/xml/builder.ts';
import { parseFrame } from '../../platform/edge/xml/frame.ts';
import type { Seal } from './seal.ts';

type Reported = Input<Endpoints['report']>['messages'][number];
/**
 * A reported message after `examine`. `sealed`: its seal proves that the edge forwarded exactly this content; otherwise it is the
 * reporter's claim.
 */
export type Evidence = Omit<Reported, 'body' | 'x' | 'seal'> & { readonly payload: Payload; readonly sealed: boolean };

/**
 * Parses a message in a user's report by its kind and verifies its seal, before the report is stored. Undefined if it is malformed, if
 * users cannot send its kind, or if sender and receiver are not the reporter and the reported user.
 */
export function examine(reported: Reported, between: readonly number[], seal: Seal): Evidence | undefined {
  const { body, x, seal: given, ...facts } = reported;
  const isTheirs = facts.from !== facts.to && [facts.from, facts.to].every((uid) => between.includes(uid));
  const payload = isTheirs ? payloadIn(x, body) : undefined;
  if (!payload) return undefined;
  return { ...facts, payload, sealed: isEqual(seal(sealedText({ ...facts, payload })), given) };
}

function payloadIn(text: string, body: string): Payload | undefined {
  try {
    const x = parseFrame(text);
    return x.is('x', MESSAGE_NS) ? readPayload(Number(x.attrs['type']), plainText(body), x) : undefined;
  } catch (error) {
    if (error instanceof XmlRefused) return undefined;
    throw error;
  }
}

function isEqual(ours: string, given: string): boolean {
  const [expected, received] = [Buffer.from(ours), Buffer.from(given)];
  return expected.length === received.length && timingSafeEqual(expected, received);
}
