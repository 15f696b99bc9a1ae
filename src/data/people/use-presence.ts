import { useLiveQuery } from 'dexie-react-hooks';
import { readOnlineUsers } from '#db/reads/app.ts';
import type { OnlineUserRow } from '#db/schema.ts';

/** Presence by uid; unknown people are missing. */
export type Presence = ReadonlyMap<number, OnlineUserRow['status']>;

const nobody: Presence = new Map();

/** Returns the presence of all known people, by uid. */
export function usePresence(): Presence {
  const read = async (): Promise<Presence> => new Map((await readOnlineUsers()).map(({ id, status }) => [id, status]));
  return useLiveQuery(read, [], nobody);
}

/** Translation key of each presence status. */
export const PRESENCE_KEYS = {
  online: 'common:presence.online',
  busy: 'common:presence.busy',
  offline: 'common:presence.offline',
} as const satisfies Record<OnlineUserRow['status'], string>;
