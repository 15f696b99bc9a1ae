import type { PayloadKind } from '../../contract/chat/payload.ts';
import type { Act } from '../../demo/hosts/acts.ts';

/** The message kinds of each answer of a demo host, in order. */
export const ANSWERS: Readonly<Record<Act, readonly PayloadKind[]>> = {
  words: ['text'],
  sticker: ['sticker'],
  voice: ['text', 'audio'],
  question: ['question_answer'],
  picture: ['image'],
  locked: ['image'],
  wish: ['ask_gift'],
  invite: ['text', 'invite_video'],
};
