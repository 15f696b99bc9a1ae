import { readOnlineUsers } from '#db/reads/app.ts';
import type { OnlineUserRow } from '#db/schema.ts';
import { useLiveQuery } from '../use-live-query.ts';

/** Presence by uid, of all people whose presence this device knows; others are missing. */
export type Presence = ReadonlyMap<number, OnlineUserRow['status']>;

const nobody: Presence = new Map();

/** Returns the known presence of people, live. `useWatchedPeople` selects the people whose presence is updated. */
export function usePresence(): Presence {
  const read = async (): Promise<Presence> => new Map((await readOnlineUsers()).map(({ id, status }) => [id, status]));
  return useLiveQuery(read, [], nobody);
}

/** Translation key of the label of each presence status. */
export const PRESENCE_KEYS = {
  online: 'common:presence.online',
  busy: 'common:presence.busy',
  offline: 'common:presence.offline',
} as const satisfies Record<OnlineUserRow['status'], string>;
