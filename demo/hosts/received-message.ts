import { isExternalId } from '#contract/ids.ts';
import type { Payload, PayloadKind } from '../../contract/chat/payload.ts';

/**
 * How a host understands a user's message: text; `question`: a multiple-choice question that the host answers; or something to comment on.
 * `answer`: the user answered a question of the host.
 */
export type ReceivedMessage =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'question'; readonly id: string }
  | { readonly kind: 'picture' | 'clip' | 'voice' | 'place' | 'sticker' | 'answer' };

const SEEN: { readonly [K in PayloadKind]?: 'picture' | 'clip' | 'voice' | 'place' | 'sticker' } = {
  image: 'picture',
  video: 'clip',
  short_video: 'clip',
  audio: 'voice',
  location: 'place',
  sticker: 'sticker',
};

/**
 * Classifies a message before `replyTo`; undefined for calls, which are handled elsewhere, and for kinds that users do not send. `id` is
 * its stanza id.
 */
export function readReceived(payload: Payload, id: string): ReceivedMessage | undefined {
  if (payload.kind === 'text') return { kind: 'text', text: payload.body };
  if (payload.kind === 'question_answer')
    return payload.choice === undefined && isExternalId(id) ? { kind: 'question', id } : { kind: 'answer' };
  const kind = SEEN[payload.kind];
  return kind && { kind };
}
