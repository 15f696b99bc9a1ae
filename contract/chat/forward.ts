import type { Payload } from './payload.ts';

/** Returns whether a message can be forwarded unchanged: complete, and free of charge. */
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
