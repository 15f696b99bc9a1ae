import type { Payload } from './payload.ts';

/** Whether a message may be sent once more as it is: an own one that is there whole, and costs nothing. */
export function isForwarded(payload: Payload): boolean {
  switch (payload.kind) {
    case 'text':
    case 'location':
    case 'sticker':
    case 'video':
      return true;
    case 'image':
    case 'short_video':
      return !payload.payNeed;
    default:
      return false;
  }
}
