import { categoryOf } from './lines.ts';
import type { Payload } from './payload.ts';

/**
 * Returns whether the sender of a message may delete it for everyone: texts, places, stickers, voice messages, and pictures and clips
 * without a price. Calls, gifts, questions and paid content stay, because the other side has answered or paid them.
 */
export function isRetractable(payload: Payload): boolean {
  switch (payload.kind) {
    case 'text':
    case 'location':
    case 'sticker':
    case 'audio':
    case 'video':
      return true;
    case 'image':
    case 'short_video':
      return !payload.payNeed;
    default:
      return false;
  }
}

/** Returns whether the sender of a message may edit it: only texts, which cost nothing. */
export const isEditable = ({ kind }: Payload): boolean => kind === 'text';

/** Returns whether both sides may react to a message: those of category `chat`, so no calls, gifts, gift requests and service messages. */
export const isReactable = (payload: Payload): boolean => categoryOf(payload) === 'chat';
