import { useState } from 'react';
import { readOnlineUsers } from '#db/reads/app.ts';
import type { OnlineUserRow } from '#db/schema.ts';
import { useLiveQuery } from '../use-live-query.ts';
import { isWatched } from './use-watched-people.ts';

/** Presence by uid, of all people whose presence this device knows; others are missing. */
export type Presence = ReadonlyMap<number, OnlineUserRow['status']>;

const NO_PRESENCE: Presence = new Map();

/** Returns the known presence of people, live. `useWatchedPeople` selects the people whose presence is updated. */
export function usePresence(): Presence {
  const read = async (): Promise<Presence> => new Map((await readOnlineUsers()).map(({ id, status }) => [id, status]));
  return useLiveQuery(read, [], NO_PRESENCE);
}

/**
 * Returns the presence of a person once it is confirmed for this page: by an answer since it was opened, or because their presence is live
 * already. A stored status from before is not returned, as it may be wrong. The component must watch the person too (`useWatchedPeople`).
 */
export function useConfirmedPresence(uid: number): OnlineUserRow['status'] | undefined {
  const [wasLive] = useState(() => isWatched(uid));
  const [openedAt] = useState(() => Date.now());
  const row = useLiveQuery(async () => (await readOnlineUsers()).find(({ id }) => id === uid), [uid]);
  return row && (wasLive || row.at >= openedAt) ? row.status : undefined;
}

/** Translation key of the label of each presence status. */
export const PRESENCE_KEYS = {
  online: 'common:presence.online',
  busy: 'common:presence.busy',
  offline: 'common:presence.offline',
} as const satisfies Record<OnlineUserRow['status'], string>;
