import type { Payload } from './payload.ts';

/**
 * Returns whether the user may forward a message of their own: a text, location, sticker or clip, or a picture or short clip without a
 * price. Menus offer, and the core allows, only these.
 */
export function isForwardable(payload: Payload): boolean {
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
