import type { Payload } from './payload.ts';

/**
 * Returns whether the user may forward a message of their own: it is complete without files of a lock, and free of charge. Menus offer,
 * and the core allows, only these.
 */
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
