import { array, maxLength, object, optional, picklist, pipe } from 'valibot';
import type { EndpointTable } from '../api/endpoint.ts';
import { amount } from '../api/shapes.ts';
import { ALBUM_MAX_ITEMS } from '../chat/kind-rules.ts';
import { openPicture } from '../chat/kinds/items.ts';
import { lockId } from '../chat/kinds/shapes.ts';
import { LOCKS_AT_ONCE } from './rules.ts';

/** A file that was locked, as messages tell open ones; `ms` of a clip. */
const openItem = object({ ...openPicture.entries, ms: optional(amount) });
const items = pipe(array(openItem), maxLength(ALBUM_MAX_ITEMS));

/** Endpoints of the media of messages (product 7.3). */
export const mediaRows = {
  /** Sets the cookie that private media are asked with. */
  mediaPass: {
    path: '/api/common_service/media_pass',
    access: 'user',
    delivery: 'now',
    input: object({}),
    output: object({}),
  },
  /** Ours: pays for a locked message and opens it. One that is open costs nothing more. */
  unlockMessage: {
    path: '/api/common_service/unlock_message',
    access: 'user',
    delivery: 'now',
    once: true,
    input: object({ lockId }),
    output: object({ items, gemsBalance: amount }),
  },
  /** Ours: what locks hold, for the sender always, for the receiver once they are open. Other people's are left out. */
  unlockedMedia: {
    path: '/api/common_service/unlocked_media',
    access: 'user',
    delivery: 'now',
    input: object({ lockIds: pipe(array(lockId), maxLength(LOCKS_AT_ONCE)) }),
    output: object({
      locks: array(object({ lockId, state: picklist(['locked', 'opened', 'void']), items })),
    }),
  },
} as const satisfies EndpointTable;
